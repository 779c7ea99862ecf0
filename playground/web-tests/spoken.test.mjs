// The text for screen readers: run with `node --test playground/web-tests/*.test.mjs`.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readsDifferently, spoken } from '../web/message.js';

const store = { face: () => ({ name: 'Petri' }), channelName: () => 'games', channels: new Map() };
const menu = (placeholder, more = {}) => ({ type: 1, components: [{ type: 3, placeholder, ...more }] });
const panel = (content, placeholder) => ({ author: { id: '1' }, content, components: [menu(placeholder)] });

const first = panel('**Protozoa**, you\'re Orange.', 'Choose your move');
const second = panel('**Protozoa**, you\'re Orange.\ndrone …', 'And then?');
const rows = [
  ['a panel is read with its prompt', first, undefined, 'Petri: Protozoa, you\'re Orange. Choose your move'],
  ['a further step reads only new lines', second, first, 'Petri: drone … And then?'],
  ['starting over reads everything again', first, second, 'Petri: Protozoa, you\'re Orange. Choose your move'],
  ['a new prompt alone is read alone', panel(first.content, 'Which?'), first, 'Petri: Which?'],
  ['disabled menus have no prompt', { ...first, components: [menu('Closed', { disabled: true })] }, undefined, 'Petri: Protozoa, you\'re Orange.'],
  ['a page of a card is read by its title', { author: { id: '1' }, content: '', embeds: [{ title: 'Page 2' }] }, { content: '', embeds: [{ title: 'Page 1' }] }, 'Petri: Page 2'],
  ['an edit reads its first new sentence', panel('You place a drone on e3. It\'s Blue\'s turn.\nGood luck!', 'Undo?'), first, 'Petri: You place a drone on e3. Undo?'],
  ['a changed line of an embed is read', { author: { id: '1' }, embeds: [{ title: 'Leaderboard', description: 'Ann\nBen' }] }, { author: { id: '1' }, embeds: [{ title: 'Leaderboard', description: 'Ann' }] }, 'Petri: Ben'],
  ['alt text of pictures is not read', { author: { id: '1' }, content: 'Done.', attachments: [{ description: 'A board' }] }, first, 'Petri: Done.'],
];
for (const [what, message, before, want] of rows) {
  test(what, () => assert.equal(spoken(message, store, before), want));
}

test('an edit of buttons alone is not read', () => {
  const pressed = { ...first, components: [...first.components, { type: 1, components: [{ type: 2, label: 'Back' }] }] };
  assert.equal(readsDifferently(first, pressed), false);
  assert.equal(readsDifferently(first, second), true);
});
