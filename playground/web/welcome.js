/** The start of a channel, with a few lines that explain what to do while the channel is new. */
import { h } from './dom.js';
import { icon } from './icons.js';
import { isDm, isThread } from './store.js';
import { markdownInline } from './markdown-view.js';

/** @param {boolean} isNew whether the channel has few other messages */
export function welcomeView(ctx, isNew) {
  const { store } = ctx;
  const channel = store.channels.get(store.current);
  if (!channel) return h('li', {});
  const kind = isDm(channel) ? 'at' : isThread(channel) ? 'thread' : 'hash';
  const name = store.channelName(channel);
  return h('li', { class: 'welcome', 'data-testid': 'welcome' },
    h('span', { class: 'welcome-mark' }, icon(kind)),
    h('h2', {}, isDm(channel) ? name : isThread(channel) ? name : `#${name}`),
    h('p', { class: 'welcome-sub' }, isDm(channel) ? `Only you and ${name} can read this.` : channel.topic || (isThread(channel) ? `This is a thread in #${store.channelName(store.channels.get(channel.parent_id))}.` : 'This is where the channel begins.')),
    isNew && h('ol', { class: 'welcome-lines' }, lines(ctx).map((line) => h('li', {}, line))));
}

function lines(ctx) {
  const { store } = ctx;
  if (ctx.welcomeLines?.length) return ctx.welcomeLines.map((line) => h('span', {}, markdownInline(line, ctx)));
  const online = store.bots.filter((b) => b.online).map((b) => b.name);
  const first = online.length
    ? ['Type ', h('kbd', {}, '/'), ` to see what ${listed(online)} can do`, examples(ctx)]
    : ['No bot is connected yet. Start one with ', h('code', {}, location.origin), ' as its base URL, and it will show up here.'];
  return [
    first,
    ["You're ", h('b', {}, store.face(store.me).name), '. Press your name below the channels to switch to someone else, or open them in a second tab and play both sides.'],
    ['When a bot mentions you, the channel lights up and your counter goes up, just as your phone would buzz.'],
  ];
}

function examples(ctx) {
  // Subcommands are mostly for administrators, so the examples leave them out.
  const some = ctx.entries.filter((entry) => !entry.path.includes(' ')).slice(0, 4);
  if (!some.length) return '.';
  return [', for example ', some.map((entry, i) => [i ? ', ' : '', h('button', { type: 'button', class: 'mention command-mention', onclick: () => ctx.actions.startCommand(entry.path) }, `/${entry.path}`)]), '.'];
}

const listed = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
