/** The list of channels, threads and direct messages, and the bar above the messages. */
import { byId, fill, h } from './dom.js';
import { avatar, badge } from './avatar.js';
import { icon } from './icons.js';
import { compareIds, holdsMessages, isDm, isThread } from './store.js';

const CATEGORY = 4;

/** @param {{store: import('./store.js').Store, actions: any}} ctx */
export function drawSidebar(ctx) {
  const { store } = ctx;
  const focused = document.activeElement?.closest?.('#channel-list [data-channel-id]')?.dataset.channelId;
  const all = [...store.channels.values()];
  const dms = all.filter(isDm);
  const threadsOf = (channel) => all.filter((c) => isThread(c) && c.parent_id === channel.id && isListed(c, store)).sort((a, b) => compareIds(a.id, b.id));
  const sections = store.guilds.map((guild) => {
    const here = all.filter((c) => c.guild_id === guild.id && !isThread(c) && c.type !== CATEGORY && holdsMessages(c)).sort(byPosition);
    return section(guild.name, here.map((channel) => [row(channel, ctx), threadsOf(channel).map((t) => row(t, ctx))]));
  });
  if (dms.length) sections.push(section('Direct messages', dms.map((channel) => row(channel, ctx))));
  fill(byId('channel-list'), sections);
  if (focused) byId('channel-list').querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  const mentions = store.mentions();
  fill(byId('menu-badge'), badge(mentions));
}

const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);

/** Returns whether a thread is listed. An archived one is listed only while it is open or unread. */
const isListed = (thread, store) => !thread.thread_metadata?.archived || thread.id === store.current || store.unread[thread.id]?.unread > 0;

function section(title, rows) {
  const id = `section-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return h('section', { 'aria-labelledby': id }, h('h2', { class: 'section-title', id }, title), h('ul', { role: 'list' }, rows));
}

function row(channel, ctx) {
  const { store, actions } = ctx;
  const entry = store.unread[channel.id] ?? {};
  const here = channel.id === store.current;
  const name = store.channelName(channel);
  const mark = isDm(channel) ? avatar(store.face((channel.recipients ?? []).find((r) => r.id !== store.me)?.id), 'tiny') : icon(isThread(channel) ? 'thread' : 'hash');
  return h('li', {}, h('a', {
    href: `#${channel.id}`, 'data-channel-id': channel.id, 'aria-current': here ? 'page' : null,
    class: ['channel', isThread(channel) && 'thread', entry.unread && 'unread', entry.mentions && 'mentioned'].filter(Boolean).join(' '),
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.button) return;
      event.preventDefault();
      actions.open(channel.id);
      ctx.drawers.close();
    },
  }, mark, h('span', { class: 'channel-name' }, name), entry.unread > 0 && h('span', { class: 'sr' }, ', unread'), badge(entry.mentions)));
}

/** Draws the bar above the messages. */
export function drawHeader(ctx) {
  const { store } = ctx;
  const channel = store.channels.get(store.current);
  if (!channel) return;
  const parent = isThread(channel) && store.channels.get(channel.parent_id);
  fill(byId('channel-title'),
    parent && h('a', { href: `#${parent.id}`, class: 'crumb' }, `#${store.channelName(parent)}`), parent && h('span', { class: 'crumb-line', 'aria-hidden': 'true' }, '›'),
    icon(isDm(channel) ? 'at' : isThread(channel) ? 'thread' : 'hash'),
    h('h1', {}, store.channelName(channel)));
  byId('channel-topic').textContent = channel.topic ?? '';
}
