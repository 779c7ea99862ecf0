// What the page knows: run with `node --test playground/web-tests/`.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LOADING, Store } from '../web/store.js';

const message = (id, content, more = {}) => ({ id, channel_id: 'c', content, author: { id: 'bot', username: 'Bot' }, flags: 0, ...more });

const shown = (store) => store.list('c').map((m) => m.content);

/** A store of one person, and a fetch that ends when `answer` is called. */
function fetching() {
  const store = new Store();
  store.apply('ready', { person: { id: 'ann' }, channels: [{ id: 'c', type: 0 }] });
  let answer;
  const fetched = store.fetchMessages('c', () => new Promise((resolve) => { answer = resolve; }));
  return { store, answer: (list) => { answer(list); return fetched; } };
}

test('frames that arrive during a fetch are kept', async () => {
  const { store, answer } = fetching();
  store.apply('message_create', message('1', 'new'));
  store.apply('message_update', message('2', 'edited'));
  store.apply('message_delete', { id: '3', channel_id: 'c' });
  await answer([message('2', 'as it was'), message('3', 'gone')]);
  assert.deepEqual(shown(store), ['new', 'edited']);
});

test('each fetch keeps the frames since its start', async () => {
  const { store, answer } = fetching();
  let second;
  const fetched = store.fetchMessages('c', () => new Promise((resolve) => { second = resolve; }));
  store.apply('message_create', message('1', 'new'));
  await answer([]);
  second([]);
  await fetched;
  assert.deepEqual(shown(store), ['new']);
});

test('a fetch for the last person is dropped', async () => {
  const { store, answer } = fetching();
  store.forget();
  store.me = 'ben';
  await answer([message('1', 'for Ann alone')]);
  assert.deepEqual(shown(store), []);
});

test('a deleted channel has no unread messages', () => {
  const { store } = fetching();
  store.apply('unread', { channel_id: 'c', unread: 2, mentions: 1 });
  assert.equal(store.mentions(), 1);
  store.apply('channel_delete', { id: 'c' });
  assert.equal(store.mentions(), 0);
});

test('a completed response is reported', async () => {
  const { store, answer } = fetching();
  await answer([message('1', '', { flags: LOADING })]);
  const told = [];
  store.on('messages', ({ completed }) => told.push(completed));
  store.apply('message_update', message('1', 'done'));
  store.apply('message_update', message('1', 'changed'));
  assert.deepEqual(told, [true, false]);
});
