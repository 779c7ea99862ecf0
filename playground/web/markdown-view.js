/** Turns the tree of `markdown.js` into DOM nodes. */
import { h, safeUrl } from './dom.js';
import { parse, parseInline } from './markdown.js';
import { timeMark } from './time.js';

const WRAP = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' };

/**
 * @param {string} text
 * @param {{store: import('./store.js').Store, actions: any}} ctx names of references, and the actions behind them
 * @returns {DocumentFragment}
 */
export function markdown(text, ctx) {
  return fragment(parse(text), ctx);
}

/** Draws text without blocks, such as an embed's title. */
export function markdownInline(text, ctx) {
  return fragment(parseInline(text), ctx);
}

function fragment(nodes, ctx) {
  const out = document.createDocumentFragment();
  for (const node of nodes) out.append(view(node, ctx));
  return out;
}

function view(node, ctx) {
  const inside = () => fragment(node.c, ctx);
  switch (node.t) {
    case 'text': return document.createTextNode(node.v);
    case 'br': return h('br');
    case 'text-block': return h('p', {}, inside());
    case 'bold': case 'italic': case 'underline': case 'strike': return h(WRAP[node.t], {}, inside());
    case 'code': return h('code', {}, node.v);
    case 'pre': return h('pre', { tabindex: '0', 'data-lang': node.lang || null }, h('code', {}, node.v));
    // Each message has a heading of level 3, so those in its text are below it.
    case 'heading': return h('p', { class: `heading h${node.level}`, role: 'heading', 'aria-level': node.level + 3 }, inside());
    case 'small': return h('p', { class: 'small' }, inside());
    case 'quote': return h('blockquote', {}, inside());
    case 'list': return h(node.ordered ? 'ol' : 'ul', node.ordered ? { start: node.start } : {}, inside());
    case 'item': return h('li', {}, inside());
    case 'spoiler': return spoiler(inside());
    case 'link': return messageLink(node, ctx) ?? link(node, inside());
    case 'time': return timeMark(node.unix, node.style);
    case 'emoji': return h('span', { class: 'emoji' }, `:${node.name}:`);
    case 'everyone': return h('span', { class: 'mention me' }, node.v);
    case 'role': return h('span', { class: 'mention' }, `@${ctx.store.roleName(node.id)}`);
    case 'user': return user(node.id, ctx);
    case 'channel': return channel(node.id, ctx);
    case 'command': return h('button', {
      type: 'button', class: 'mention command-mention', onclick: () => ctx.actions.startCommand(node.name, node.id),
    }, `/${node.name}`);
    default: return document.createTextNode('');
  }
}

function link(node, children) {
  const href = safeUrl(node.href);
  return href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer', title: href }, children) : h('span', {}, children);
}

/** Turns Discord's link to a message into a jump, if the message's channel is in the playground. */
function messageLink(node, { store, actions }) {
  const [, channelId, messageId] = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)\/(\d+)$/.exec(node.href) ?? [];
  const known = store.channels.get(channelId);
  if (!known) return null;
  return h('button', {
    type: 'button', class: 'mention', onclick: () => actions.jump(channelId, messageId),
  }, `#${store.channelName(known)} › message`);
}

function spoiler(children) {
  const body = h('span', { class: 'spoiler-text', inert: true }, children);
  const button = h('button', { type: 'button', class: 'spoiler', 'aria-label': 'Show the spoiler' }, body);
  button.addEventListener('click', () => {
    body.inert = false;
    button.replaceWith(h('span', { class: 'spoiler shown' }, body));
  }, { once: true });
  return button;
}

function user(id, { store }) {
  return h('span', { class: id === store.me ? 'mention me' : 'mention', 'data-user-id': id }, `@${store.face(id).name}`);
}

function channel(id, { store, actions }) {
  const known = store.channels.get(id);
  if (!known) return h('span', { class: 'mention' }, '#unknown');
  return h('button', { type: 'button', class: 'mention', onclick: () => actions.open(id) }, `#${store.channelName(known)}`);
}
