/** The start of a channel, and as long as it is new the few lines that explain what to do. */
import { h } from './dom.js';
import { icon } from './icons.js';
import { isDm, isThread } from './store.js';
import { markdownInline } from './markdown-view.js';

/** @param {boolean} isNew is there hardly anything else to see? */
export function welcomeView(ctx, isNew) {
  const { store } = ctx;
  const channel = store.channels.get(store.current);
  if (!channel) return h('li', {});
  const kind = isDm(channel) ? 'at' : isThread(channel) ? 'thread' : 'hash';
  const name = store.channelName(channel);
  return h('li', { class: 'welcome', 'data-testid': 'welcome' },
    h('span', { class: 'welcome-mark' }, icon(kind)),
    h('h2', {}, isDm(channel) ? name : isThread(channel) ? name : `#${name}`),
    h('p', { class: 'welcome-sub' }, isDm(channel) ? `Only you and ${name} see what is said here.` : channel.topic || (isThread(channel) ? `A thread of #${store.channelName(store.channels.get(channel.parent_id))}.` : 'This is where the channel begins.')),
    isNew && h('ol', { class: 'welcome-lines' }, lines(ctx).map((line) => h('li', {}, line))));
}

function lines(ctx) {
  const { store } = ctx;
  if (ctx.welcomeLines?.length) return ctx.welcomeLines.map((line) => h('span', {}, markdownInline(line, ctx)));
  const online = store.bots.filter((b) => b.online).map((b) => b.name);
  const first = online.length
    ? ['Type ', h('kbd', {}, '/'), ` to see what ${listed(online)} can do`, examples(ctx)]
    : ['No bot is connected yet. Start one with this address as its Discord: ', h('code', {}, location.origin), ' – it appears here by itself.'];
  return [
    first,
    ['You are ', h('b', {}, store.face(store.me).name), '. Press your name below the channels to become somebody else, or open them in a second tab and play both sides.'],
    ['When a bot calls for you, the channel lights up and your counter rises, just as a phone would buzz.'],
  ];
}

function examples(ctx) {
  // Plain commands first: subcommands are mostly for administrators.
  const some = ctx.entries.filter((entry) => !entry.path.includes(' ')).slice(0, 4);
  if (!some.length) return '.';
  return [', for example ', some.map((entry, i) => [i ? ', ' : '', h('button', { type: 'button', class: 'mention command-mention', onclick: () => ctx.actions.startCommand(entry.path) }, `/${entry.path}`)]), '.'];
}

const listed = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
