/** Assembles the page: the current person, the open channel, and the reactions to events. */
import * as api from './api.js';
import { Actions } from './actions.js';
import { byId, debounce, fill, h } from './dom.js';
import { Composer } from './composer.js';
import { Drawers } from './drawers.js';
import { Feed } from './feed.js';
import { icon } from './icons.js';
import { avatar } from './avatar.js';
import { readsDifferently, spoken, summary } from './message.js';
import { startKeys } from './keys.js';
import { People } from './people.js';
import { drawHeader, drawSidebar } from './sidebar.js';
import { apps, entries } from './slash.js';
import { EPHEMERAL, holdsMessages, isDm, LOADING, Store } from './store.js';
import { startTheme } from './theme.js';
import { keepCurrent } from './time.js';
import { Timeline } from './timeline.js';
import { drawTitle } from './title.js';
import { toast } from './toast.js';

const ME = 'playground-as';
const PLACE = 'playground-channel';
const MOST_ANNOUNCED = 5;
const LOAD_AGAIN_AFTER = 3000;

const store = new Store();
const fetching = new Map();
const ctx = { store, pending: new Map(), entries: [], apps: [], welcomeLines: null, welcomeVersion: 0 };
ctx.watching = () => document.visibilityState === 'visible' && document.hasFocus();
ctx.loaded = (channelId) => fetching.get(channelId) ?? Promise.resolve();
ctx.become = become;
ctx.openChannel = show;
ctx.drawers = new Drawers();
ctx.actions = new Actions(ctx);
ctx.timeline = new Timeline(ctx);
ctx.composer = new Composer(ctx);
ctx.people = new People(ctx);

const feed = new Feed({
  onFrame: (type, data) => store.apply(type, data),
  onState: (state) => {
    byId('connection').hidden = state === 'live';
    if (state === 'live') ctx.actions.interactions.refresh();
  },
});

/** Makes this tab act as another person. */
function become(id) {
  const url = new URL(location.href);
  url.searchParams.set('as', id);
  history.replaceState(history.state, '', url);
  sessionStorage.setItem(ME, id);
  ctx.pending.clear();
  ctx.actions.forget();
  store.forget();
  store.me = id;
  ctx.started = false;
  feed.follow(id);
}

/** Opens a channel. It shows the known messages at once and then fetches the rest. */
function show(channelId) {
  const channel = store.channels.get(channelId);
  if (!channel) return;
  const unread = store.unread[channelId]?.unread ?? 0;
  store.select(channelId);
  sessionStorage.setItem(PLACE, channelId);
  ctx.timeline.open(channelId);
  ctx.composer.reset(isDm(channel) ? `@${store.channelName(channel)}` : `#${store.channelName(channel)}`);
  byId('messages').setAttribute('aria-label', `Messages in ${store.channelName(channel)}`);
  drawAll();
  load(channelId).then(() => {
    if (store.current !== channelId) return;
    ctx.timeline.markNew(unread);
    ctx.timeline.caught();
  });
  loadCommands();
}

function load(channelId) {
  const request = store.fetchMessages(channelId, api.messages).catch((error) => {
    toast({ text: error.message });
    setTimeout(() => store.current === channelId && load(channelId), LOAD_AGAIN_AFTER);
  });
  fetching.set(channelId, request);
  return request;
}

const loadCommands = debounce(async () => {
  const { me, current } = store;
  if (!current) return;
  const commands = await api.commands(me, current).catch(() => null);
  if (!commands || me !== store.me || current !== store.current) return;
  ctx.entries = entries(commands, store.people.find((p) => p.id === me)?.locale);
  ctx.apps = apps(commands);
  ctx.welcomeVersion += 1;
  ctx.timeline.update();
  ctx.composer.refresh();
}, 60);

const channelOf = (id) => (store.channels.has(id) && holdsMessages(store.channels.get(id)) ? id : null);

function firstChannel() {
  const all = [...store.channels.values()].filter(holdsMessages).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return channelOf(location.hash.slice(1)) ?? channelOf(sessionStorage.getItem(PLACE)) ?? all.find((c) => c.type === 0)?.id ?? all[0]?.id;
}

function drawAll() {
  drawSidebar(ctx);
  drawHeader(ctx);
  drawTitle(store);
}

function drawTyping() {
  const names = [...(store.typing.get(store.current)?.values() ?? [])].map((t) => t.name);
  fill(byId('typing'), names.length > 0 && [h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), h('span', {}, h('b', {}, names.join(', ')), names.length > 1 ? ' are typing…' : ' is typing…')]);
}

store.on('ready', () => {
  const again = ctx.started && store.current && channelOf(store.current);
  ctx.started = true;
  ctx.people.draw();
  ctx.people.touch();
  document.body.classList.remove('loading');
  if (!again) {
    const first = firstChannel();
    if (first && location.hash.slice(1) !== first) history.replaceState(history.state, '', `#${first}`);
    return show(first);
  }
  // After a lost connection every channel may have changed, so all but the open one are fetched when they are opened.
  for (const id of store.messages.keys()) if (id !== store.current) store.messages.delete(id);
  drawAll();
  loadCommands();
  return load(store.current).then(() => ctx.timeline.caught());
});

store.on('channels', () => {
  if (store.current && !store.channels.has(store.current)) location.hash = firstChannel() ?? '';
  drawAll();
  ctx.timeline.update();
});

/** Announces text to screen readers. The log queues it, since a response and its board often arrive together. */
function announce(words) {
  const log = byId('announcer');
  log.append(h('p', {}, words));
  if (log.children.length > MOST_ANNOUNCED) log.firstChild.remove();
}

store.on('messages', ({ channelId, message, before, fresh, completed }) => {
  ctx.people.touch();
  if (channelId !== store.current) return;
  // A deferred response has no text yet.
  const arrived = (fresh && !(message.flags & LOADING) && message.author?.id !== store.me) || completed;
  // Edits of ephemeral messages answer what the person has pressed. Boards change too often to be read out.
  const answered = before && message.flags & EPHEMERAL && !completed && readsDifferently(before, message);
  if (arrived || answered) announce(spoken(message, store, answered ? before : undefined));
  if (!fresh) return ctx.timeline.update();
  ctx.timeline.arrived(message, ctx.watching());
  if (ctx.timeline.stick) ctx.actions.seen();
});

store.on('unread', () => {
  drawSidebar(ctx);
  drawTitle(store);
  if (ctx.timeline.stick) ctx.actions.seen();
});

store.on('people', () => {
  ctx.people.draw();
  ctx.timeline.update();
});
store.on('commands', loadCommands);
store.on('typing', drawTyping);
store.on('channel', drawTyping);

store.on('notification', ({ channel_id, message_id, kind, text }) => {
  if (channel_id === store.current && document.visibilityState === 'visible') return;
  const message = store.find(message_id);
  const channel = store.channels.get(channel_id);
  const where = channel && (isDm(channel) ? 'a direct message' : `#${store.channelName(channel)}`);
  const words = { mention: 'mentioned you in', dm: 'sent you', reply: 'replied to you in' }[kind] ?? 'pinged you in';
  const who = message ? store.face(message.author.id) : null;
  toast({
    text: `${who?.name ?? 'Someone'} ${words} ${where ?? 'another channel'}`, detail: summary(message ?? { content: text }, store, 90),
    picture: who ? avatar(who, 'small') : icon('at'), action: 'Show', onaction: () => ctx.actions.jump(channel_id, message_id),
  });
});

addEventListener('hashchange', () => {
  const id = channelOf(location.hash.slice(1));
  if (id) show(id);
});
addEventListener('focus', () => ctx.timeline.caught());
document.addEventListener('visibilitychange', () => ctx.timeline.caught());

document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('composer').focus();
});

/** Typing anywhere on the page goes to the composer. */
addEventListener('keydown', (event) => {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return;
  if (event.target.closest('input, textarea, select, dialog, [role="menu"], [role="listbox"]') || document.querySelector('dialog[open]')) return;
  byId('composer').focus();
});

async function start() {
  api.welcome().then((welcome) => {
    ctx.welcomeLines = welcome?.lines ?? null;
    ctx.welcomeVersion += 1;
    ctx.timeline.update();
  });
  const people = await api.people();
  const asked = new URLSearchParams(location.search).get('as');
  const known = (id) => people.some((p) => p.id === id);
  const me = [asked, sessionStorage.getItem(ME)].find(known) ?? people[0]?.id;
  if (!me) throw new Error('Nobody is here yet.');
  become(me);
  if (asked && !known(asked)) toast({ text: 'Nobody here has the id in this address.', detail: `You are ${store.face(me).name}.` });
}

async function startUntilItWorks() {
  try {
    await start();
  } catch (error) {
    byId('connection').hidden = false;
    byId('connection-text').textContent = `${error.message} Trying again…`;
    setTimeout(startUntilItWorks, 2000);
  }
}

for (const [id, name] of [['open-channels', 'menu'], ['open-members', 'people'], ['open-commands', 'slash'], ['open-keys', 'keyboard'], ['send', 'send']]) byId(id).prepend(icon(name));
startTheme();
startKeys(ctx);
keepCurrent();
startUntilItWorks();
