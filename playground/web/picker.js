/** The list of suggestions above the composer: commands, choices, people. The focused input controls it. */
import { byId, fill, h } from './dom.js';

export class Picker {
  constructor() {
    this.panel = byId('picker');
    this.list = byId('picker-list');
    this.note = byId('picker-note');
    this.items = [];
    this.at = -1;
    /** Whether the active item was reached with the arrow keys. */
    this.moved = false;
    this.input = null;
    // The focus stays in the input, so that a phone's keyboard stays open.
    this.panel.addEventListener('pointerdown', (event) => event.target.closest('[role="option"]') && event.preventDefault());
    this.panel.addEventListener('mousedown', (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  /**
   * Shows items for an input.
   * @param {HTMLInputElement|HTMLTextAreaElement} input
   * @param {{key?: string, label: string, detail?: string, side?: string, icon?: Node, group?: string, pick: () => void}[]} items
   * @param {{title?: string, note?: string, chosen?: string}} [about] `chosen`: the key of the input's current value. That item
   *   becomes active, or none if it is not in the list. Without `chosen`, the first item becomes active.
   */
  show(input, items, { title = 'Suggestions', note = '', chosen } = {}) {
    const wanted = (this.input === input ? this.active?.key : undefined) ?? chosen;
    if (this.input !== input) this.moved = false;
    if (this.input && this.input !== input) this.#release();
    this.input = input;
    this.items = items;
    this.rows = [];
    let group = null;
    const content = [];
    items.forEach((item, i) => {
      if (item.group && item.group !== group) content.push(h('div', { class: 'picker-group', role: 'presentation' }, item.groupIcon ?? null, item.group));
      group = item.group;
      const row = h('div', { class: 'picker-row', role: 'option', id: `pick-${i}`, 'aria-selected': 'false', 'data-value': item.key ?? item.label, onclick: () => item.pick() },
        item.icon ?? null, h('span', { class: 'picker-label' }, item.label), item.detail && h('span', { class: 'picker-detail' }, item.detail), item.side && h('span', { class: 'picker-side' }, item.side));
      this.rows.push(row);
      content.push(row);
    });
    fill(this.list, content);
    this.list.hidden = !items.length;
    this.list.setAttribute('aria-label', title);
    this.setNote(note);
    this.panel.hidden = !items.length && !note;
    this.#expanded(!this.panel.hidden);
    input.setAttribute('aria-controls', 'picker-list');
    const kept = wanted ? items.findIndex((i) => i.key === wanted) : -1;
    if (kept < 0) this.moved = false;
    if (kept < 1) this.list.scrollTop = 0;
    this.#activate(kept >= 0 ? kept : chosen === undefined && items.length ? 0 : -1, kept > 0);
  }

  /** Shows a line below the list, such as "Loading…". */
  setNote(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  get active() {
    return this.items[this.at] ?? null;
  }

  /** Handles a key. Returns whether it was one for the list. */
  key(event) {
    if (!this.isOpen || !this.items.length) return false;
    const page = { PageDown: 8, PageUp: -8 }[event.key];
    let to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1 }[event.key];
    if (page) to = Math.max(0, Math.min(this.items.length - 1, this.at + page));
    if (to === undefined) return false;
    event.preventDefault();
    this.moved = true;
    this.#activate((to + this.items.length) % this.items.length, true);
    return true;
  }

  hide() {
    if (!this.input) return;
    this.#release();
    this.input = null;
    this.items = [];
    this.at = -1;
    this.panel.hidden = true;
    this.list.replaceChildren();
  }

  /** Sets the state of a one-line field, which is a combobox. The composer has several lines and no such state. */
  #expanded(open) {
    if (this.input.getAttribute('role') === 'combobox') this.input.setAttribute('aria-expanded', String(open));
  }

  #release() {
    this.#expanded(false);
    this.input.removeAttribute('aria-activedescendant');
  }

  #activate(index, scroll) {
    this.rows[this.at]?.setAttribute('aria-selected', 'false');
    this.at = index;
    const row = this.rows[index];
    row?.setAttribute('aria-selected', 'true');
    if (row) this.input.setAttribute('aria-activedescendant', row.id);
    else this.input.removeAttribute('aria-activedescendant');
    if (scroll) row?.scrollIntoView({ block: 'nearest' });
  }
}
