/** One message as a list item. */
import { h } from './dom.js';
import { avatar } from './avatar.js';
import { components } from './components.js';
import { media } from './embed.js';
import { icon } from './icons.js';
import { plainText } from './markdown.js';
import { markdown } from './markdown-view.js';
import { authorName, moreButton } from './menus.js';
import { EPHEMERAL, LOADING } from './store.js';
import { messageTime } from './time.js';

const HAS_THREAD = 1 << 5;
/** How long a deferred response may take, in milliseconds. */
const ANSWERED_WITHIN = 15 * 60_000;
const TEXT = 10;
const REPLY = 19, THREAD_MADE = 18, THREAD_START = 21, JOINED = 7, PINNED = 6, USED_ON = 23;
const NOTICES = [THREAD_MADE, JOINED, PINNED];

/** Returns a function that names references in plain text. */
export const namesOf = (store) => (kind, id) => {
  if (kind === 'user') return `@${store.face(id).name}`;
  return kind === 'channel' ? `#${store.channelName(store.channels.get(id))}` : `@${store.roleName(id)}`;
};

/** Returns the copy of the message that this one forwards, if it forwards one. */
const original = (message) => message.message_snapshots?.[0]?.message;

/** Summarises a message for announcements, replies and toasts. */
export function summary(message, store, most = 140) {
  const shown = original(message) ?? message;
  const embed = shown.embeds?.[0];
  const words = plainText(shown.content || embed?.title || embed?.description || '', namesOf(store)) || (shown.attachments?.length ? 'a picture' : 'a message');
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}

const flat = (part) => [part, ...(part.components ?? []).flatMap(flat)];

/** Lists the lines of a message in reading order: those of its text, of its embeds, and of a layout of components. */
function linesOf(message) {
  const { content, embeds = [], components = [] } = original(message) ?? message;
  const texts = [
    content,
    ...embeds.flatMap((e) => [e.title, e.description, ...(e.fields ?? []).flatMap((f) => [f.name, f.value]), e.footer?.text]),
    ...components.flatMap(flat).filter((part) => part.type === TEXT).map((part) => part.content),
  ];
  return texts.flatMap((text) => text?.split('\n') ?? []).filter((line) => line.trim());
}

/** Lists the prompts of the menus that can be used. */
const promptsOf = (message) => (message.components ?? []).flatMap(flat).filter((part) => part.placeholder && !part.disabled).map((part) => part.placeholder);

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const firstSentence = (text) => [...sentences.segment(text)][0]?.segment.trim() ?? '';

/**
 * Returns a message for screen readers: its author, its text, and the prompts of its menus. For an edit, only the first new
 * sentence is read, or the first of all if lines were only removed.
 */
export function spoken(message, store, before) {
  const prompts = promptsOf(message);
  const name = store.face(message.author.id).name;
  if (!before) return `${name}: ${[summary(message, store, 300), ...prompts].join(' ')}`;
  const [lines, known] = [linesOf(message), linesOf(before)];
  const changed = lines.join('\n') !== known.join('\n');
  const line = changed && (lines.find((one) => !known.includes(one)) ?? lines[0]);
  const words = line ? [summary({ content: firstSentence(plainText(line, namesOf(store))) }, store, 200)] : [];
  return `${name}: ${[...words, ...prompts].join(' ')}`;
}

const readable = (message) => JSON.stringify([linesOf(message), promptsOf(message)]);

/** Returns whether an edit has changed what a screen reader reads. */
export const readsDifferently = (before, message) => readable(before) !== readable(message);

/** Returns whether this message mentions the person. */
export function callsFor(message, me) {
  return message.author?.id !== me && (message.mention_everyone || (message.mentions ?? []).some((u) => u.id === me));
}

/** Returns the command behind a response: `{user, name}`, and the user or message that it was used on. */
const cause = (message) => {
  const meta = message.interaction_metadata ?? message.interaction;
  if (!meta || meta.type === 3 || meta.type === 5) return null;
  const name = message.interaction?.name ?? meta.name ?? meta.command_name;
  if (!name) return null;
  const user = (meta.user ?? message.interaction?.user)?.id;
  return { user, name: message.type === USED_ON ? name : `/${name}`, onUser: meta.target_user?.id, onMessage: meta.target_message_id };
};

/** Returns whether `message` can follow `before` without a header of its own. */
export function follows(message, before) {
  return before && before.author?.id === message.author?.id && !cause(message) && message.type !== REPLY && plain(message) && plain(before)
    && !((message.flags ^ before.flags) & EPHEMERAL) && new Date(message.timestamp) - new Date(before.timestamp) < 7 * 60_000;
}

const plain = (message) => !NOTICES.includes(message.type);

/** @returns {HTMLElement} */
export function messageView(message, { grouped }, ctx) {
  const { store, actions } = ctx;
  if (!plain(message)) return notice(message, ctx);
  const face = { ...store.face(message.author.id), ...(message.webhook_id && !store.bots.some((b) => b.id === message.author.id) ? { name: message.author.username } : {}) };
  const source = message.type === THREAD_START ? (message.referenced_message ?? message) : message;
  const ephemeral = !!(message.flags & EPHEMERAL);
  const loading = !!(message.flags & LOADING);
  const classes = ['message', grouped && 'grouped', callsFor(message, store.me) && 'calls-me', ephemeral && 'ephemeral'];
  const why = cause(message);
  const [picture, name] = [avatar(face), authorName(message, face, ctx)];
  // A click on the picture works like one on the name. Keys and screen readers use the name.
  if (name.matches('button')) {
    picture.classList.add('pressable');
    picture.addEventListener('click', () => name.click());
  }
  return h('li', {
    class: classes.filter(Boolean).join(' '), tabindex: '-1', 'data-message-id': message.id, 'data-author-id': message.author.id,
    'data-testid': 'message', 'data-ephemeral': ephemeral ? 'true' : null,
  },
    why && h('div', { class: 'context' }, icon('reply'), avatar(store.face(why.user), 'tiny'),
      h('span', {}, h('b', {}, store.face(why.user).name), ' used ', h('span', { class: 'used' }, why.name),
        why.onUser && [' on ', h('b', {}, store.face(why.onUser).name)],
        why.onMessage && [' on ', h('button', { type: 'button', class: 'text-button', onclick: () => actions.jump(message.channel_id, why.onMessage) }, 'a message')])),
    message.type === REPLY && reply(message, ctx),
    grouped ? h('h3', { class: 'gutter' }, h('span', { class: 'sr' }, `${face.name}, `), messageTime(message.timestamp, true)) : picture,
    h('div', { class: 'body' },
      moreButton(message, face, ctx),
      !grouped && h('h3', { class: 'head' },
        name, message.author.bot && h('span', { class: 'tag' }, 'BOT'), messageTime(message.timestamp)),
      loading && isLate(message)
        ? h('p', { class: 'failure' }, message.failure ?? `${face.name} didn't respond`)
        : loading
        ? h('p', { class: 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), `${face.name} is thinking…`)
        : content(source, message, ctx),
      media(source, ctx),
      forwarded(message, ctx),
      components(message, ctx),
      reactions(message),
      message.thread || message.flags & HAS_THREAD ? threadLink(message, ctx) : null,
      ephemeral && h('p', { class: 'only-you' }, icon('eye'), 'Only you can see this', h('span', { 'aria-hidden': 'true' }, '·'),
        h('button', { type: 'button', class: 'text-button', 'data-testid': 'dismiss', onclick: () => actions.dismiss(message) }, 'Dismiss'))));
}

/** Returns whether a deferred response has failed, or is overdue by this computer's clock. */
const isLate = (message) => !!message.failure || Date.now() - new Date(message.timestamp) > ANSWERED_WITHIN;

function content(source, message, ctx) {
  const edited = source.edited_timestamp && h('span', { class: 'edited', title: new Date(source.edited_timestamp).toLocaleString() }, '(edited)');
  if (!source.content) return edited && !message.embeds?.length && !message.attachments?.length ? edited : null;
  return h('div', { class: 'text', 'data-testid': 'content' }, markdown(source.content, ctx), edited);
}

function forwarded(message, ctx) {
  const copy = original(message);
  if (!copy) return null;
  const { store, actions } = ctx;
  const { channel_id: from, message_id: id } = message.message_reference ?? {};
  const channel = store.channels.get(from);
  return h('div', { class: 'forwarded', 'data-testid': 'forwarded' },
    h('p', { class: 'forwarded-note' }, icon('reply'), h('i', {}, 'Forwarded')),
    content(copy, copy, ctx), media(copy, ctx),
    h('p', { class: 'forwarded-note' },
      channel && [h('button', { type: 'button', class: 'text-button', onclick: () => actions.jump(from, id) }, namesOf(store)('channel', from)), h('span', { 'aria-hidden': 'true' }, '·')],
      messageTime(copy.timestamp)));
}

function reply(message, { store, actions }) {
  const to = message.referenced_message;
  if (!to) return h('div', { class: 'context' }, icon('reply'), h('i', {}, 'The original message has been deleted'));
  return h('button', { type: 'button', class: 'context', onclick: () => actions.jump(to.channel_id ?? message.channel_id, to.id) },
    icon('reply'), avatar(store.face(to.author.id), 'tiny'), h('b', {}, store.face(to.author.id).name), h('span', { class: 'excerpt' }, summary(to, store)));
}

function reactions(message) {
  const all = message.reactions ?? [];
  return all.length > 0 && h('ul', { class: 'reactions', role: 'list', 'aria-label': 'Reactions' }, all.map((r) => h('li', {}, h('span', {}, r.emoji?.id ? `:${r.emoji.name}:` : r.emoji?.name), ` ${r.count ?? 1}`)));
}

function threadLink(message, { store, actions }) {
  const id = message.thread?.id ?? message.id;
  const thread = store.channels.get(id) ?? message.thread;
  if (!thread) return null;
  return h('button', { type: 'button', class: 'thread-link', onclick: () => actions.open(id) },
    icon('thread'), h('b', {}, thread.name), h('span', {}, thread.message_count ? `${thread.message_count} messages` : 'Open the thread'));
}

function notice(message, { store, actions }) {
  const who = store.face(message.author.id).name;
  const thread = message.message_reference?.channel_id ?? message.thread?.id;
  return h('li', { class: 'message notice', tabindex: '-1', 'data-message-id': message.id },
    h('span', { class: 'gutter' }, icon(message.type === JOINED ? 'person' : 'thread')),
    h('h3', { class: 'sr' }, who, ', ', messageTime(message.timestamp)),
    h('div', { class: 'body' }, h('b', {}, who), message.type === JOINED && ' joined', message.type === PINNED && ' pinned a message',
      message.type === THREAD_MADE && [' started a thread: ', h('button', { type: 'button', class: 'text-button', onclick: () => thread && actions.open(thread) }, message.content || 'thread')],
      ' ', messageTime(message.timestamp)));
}
