// The focus after a redraw: run with `node --test playground/web-tests/*.test.mjs`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heir } from '../web/focus.js';

const menu = (id) => ({ id, kind: 'select', disabled: false });
const button = (id) => ({ id, kind: 'button', disabled: false });
const off = (control) => ({ ...control, disabled: true });

const rows = [
  ['a choice leads to the next menu', [menu('pick')], 0, [menu('pick 0'), button('over')], 0],
  ['a button with the old menu\'s id is different', [menu('pick')], 0, [menu('pick 0'), button('pick')], 0],
  ['starting over leads to the first menu', [menu('pick 0'), button('over'), button('plans')], 1, [menu('pick'), button('plans')], 0],
  ['a button that takes a step leads to the menu', [menu('step 1'), button('any 1'), button('plans')], 1, [menu('step 2'), button('plans')], 0],
  ['the same button keeps the focus', [button('join'), button('start')], 1, [button('new'), button('join'), button('start')], 2],
  ['the next page keeps the focus on Next', [menu('pages'), button('page 0'), button('page 2')], 2, [menu('pages'), button('page 1'), button('page 3')], 2],
  ['a relabelled switch keeps the focus', [menu('option'), button('order')], 1, [menu('option'), button('lot')], 1],
  ['the last page leads to its menu', [button('page 1'), button('page 3'), menu('pages')], 1, [button('page 2'), off(button('page 4')), menu('pages')], 2],
  ['a question after a menu focuses its first button', [menu('pick 0'), button('over')], 0, [button('sure'), button('stay')], 0],
  ['a removed control passes the focus on', [button('a'), button('b')], 1, [button('c')], 0],
  ['a removed control leads to the nearest', [button('a'), button('b'), button('c')], 2, [button('x'), button('y')], 1],
  ['a disabled control leads to a neighbour', [button('a'), button('b'), button('c')], 1, [button('a'), off(button('b')), button('c')], 0],
  ['disabled controls get no focus', [button('a')], 0, [off(button('a'))], -1],
  ['an empty message gets no focus', [button('a')], 0, [], -1],
];
for (const [what, before, at, after, want] of rows) {
  test(what, () => assert.equal(heir(before, at, after), want));
}
