/** The start of a channel, with a few lines that explain what to do while the channel is new. */
import { h } from './dom.js';
import { icon } from './icons.js';
import { beginners } from './slash.js';
import { isDm, isThread } from './store.js';
import { markdownInline } from './markdown-view.js';

/** @param {boolean} isNew whether the channel has few other messages */
export function welcomeView(ctx, isNew) {
  const { store } = ctx;
  const channel = store.channels.get(store.current);
  if (!channel) return h('li', {});
  // The host's own lines say how to begin. In direct messages a bot may have no command for that.
  const misleads = isDm(channel) && ctx.welcomeLines?.length && !beginners(ctx.entries).length;
  const guides = isNew && !misleads;
  const kind = isDm(channel) ? 'at' : isThread(channel) ? 'thread' : 'hash';
  const name = store.channelName(channel);
  return h('li', { class: 'welcome', 'data-testid': 'welcome' },
    h('span', { class: 'welcome-mark' }, icon(kind)),
    h('h2', {}, isDm(channel) ? name : isThread(channel) ? name : `#${name}`),
    h('p', { class: 'welcome-sub' }, isDm(channel) ? `Only you and ${name} can read this.` : channel.topic || (isThread(channel) ? `This is a thread in #${store.channelName(store.channels.get(channel.parent_id))}.` : 'This is where the channel begins.')),
    guides && h('ol', { class: 'welcome-lines' }, lines(ctx).map((line) => h('li', {}, line))),
    guides && beginnings(ctx));
}

/**
 * Draws the buttons that begin to play, if a bot has a command for it: its `/play`, or else the first one that makes a person
 * choose one of several texts. There is a button for each fixed choice, or one that leads to the bot's suggestions.
 */
function beginnings(ctx) {
  const groups = beginners(ctx.entries);
  if (!groups.length) return null;
  const button = (entry, option, choice) => h('button', {
    type: 'button', class: 'button primary', 'data-testid': 'begin',
    onclick: () => ctx.composer.fillIn(entry, choice && { [option.name]: choice.name }, choice && { [option.name]: choice.value }),
  }, choice?.name ?? `Begin with /${entry.path}`);
  return groups.map(({ entry, option, choices }) => (choices.length
    ? h('div', { class: 'welcome-begin', role: 'group', 'aria-label': `Begin with /${entry.path}` }, h('p', {}, `Begin with /${entry.path}:`), choices.map((choice) => button(entry, option, choice)))
    : h('div', { class: 'welcome-begin' }, button(entry))));
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
  return [', for example ', some.map((entry, i) => [i ? ', ' : '', h('button', { type: 'button', class: 'mention command-mention', onclick: () => ctx.composer.fillIn(entry) }, `/${entry.path}`)]), '.'];
}

const listed = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
