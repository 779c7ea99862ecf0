/** A select menu: a button that opens a list of one or several choices, for pointer, touch and keyboard. */
import { freshId, h } from './dom.js';
import { icon } from './icons.js';
import { float } from './popover.js';
import { filter } from './slash.js';

/**
 * @typedef {{label: string, value: string, description?: string, icon?: Node, tag?: string, default?: boolean}} Choice
 * @param {object} options
 * @param {Choice[]} options.choices
 * @param {boolean} [options.search] whether a field above the list finds choices by name
 * @param {(values: string[]) => void} options.onpick
 * @returns {HTMLElement} the closed menu
 */
export function selectMenu({ choices, placeholder, min = 1, max = 1, disabled, label, search = false, attrs = {}, onpick }) {
  const chosen = choices.filter((c) => c.default);
  const text = chosen.length ? chosen.map((c) => c.label).join(', ') : placeholder || 'Choose';
  const name = label && chosen.length ? `${label}: ${text}` : label || text;
  const shown = search && chosen.length
    ? h('span', { class: 'select-tokens' }, chosen.map((c) => h('span', { class: 'select-token' }, c.icon?.cloneNode(true), h('span', { class: 'select-text' }, c.label))))
    : h('span', { class: chosen.length ? 'select-text' : 'select-text empty' }, text);
  const button = h('button', {
    type: 'button', class: 'select', 'aria-haspopup': search ? 'dialog' : 'listbox', 'aria-expanded': 'false', 'aria-label': name,
    disabled, ...attrs, onclick: (event) => button.getAttribute('aria-busy') !== 'true' && open(event.detail === 0),
  }, shown, icon('down'));
  button.addEventListener('keydown', (event) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !disabled) {
      event.preventDefault();
      button.click();
    }
  });

  /** Opens the list. A tap leaves the search field alone, so that no keyboard covers the list before it is wanted. */
  function open(byKey) {
    const many = max > 1 || min === 0;
    const picked = new Set(chosen.map((c) => c.value));
    const id = freshId('list');
    const title = label ?? placeholder ?? 'Choices';
    const list = h('div', { class: 'select-list', role: 'listbox', id, tabindex: '0', 'aria-label': title, 'aria-multiselectable': many ? 'true' : null });
    const rows = new Map(choices.map((choice, i) => [choice, h('div', { class: 'select-row', role: 'option', id: `${id}-${i}`, 'data-value': choice.value, onclick: () => toggle(choice) },
      choice.icon?.cloneNode(true),
      h('span', { class: 'select-words' }, h('span', {}, choice.label), choice.description && h('small', {}, choice.description)),
      choice.tag && h('span', { class: 'tag' }, choice.tag),
      h('span', { class: many ? 'tick box' : 'tick' }, icon('check')))]));
    // The chosen ones come first, where a person looks for them.
    const sorted = search ? [...chosen, ...choices.filter((c) => !c.default)] : choices;
    let offered = sorted;
    let at = Math.max(0, offered.findIndex((c) => picked.has(c.value)));

    const field = search && h('input', {
      type: 'search', class: 'select-search', role: 'combobox', placeholder: 'Search', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'done',
      'aria-label': `Search: ${title}`, 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': id, 'data-testid': 'select-search',
    });
    const none = h('p', { class: 'select-none', role: 'status' });
    const done = h('button', { type: 'button', class: 'button primary', 'data-testid': 'select-done', onclick: () => finish([...picked]) }, 'Done');
    const hint = h('span', { class: 'select-hint', 'aria-live': 'polite' });
    const panel = h('div', { class: 'select-panel', role: search ? 'dialog' : null, 'aria-label': search ? title : null, style: { '--anchor': `${button.offsetWidth}px` } },
      field && h('div', { class: 'select-head' }, field), list, none, many && h('div', { class: 'select-foot' }, hint, done));

    const show = () => {
      for (const [choice, row] of rows) {
        row.classList.toggle('active', choice === offered[at]);
        row.setAttribute('aria-selected', String(picked.has(choice.value)));
      }
      const active = rows.get(offered[at]);
      for (const node of [list, field]) {
        if (node && active) node.setAttribute('aria-activedescendant', active.id);
        else if (node) node.removeAttribute('aria-activedescendant');
      }
      active?.scrollIntoView({ block: 'nearest' });
      done.disabled = picked.size < min || picked.size > max;
      hint.textContent = countText(picked.size, min, max);
    };
    const offer = (found) => {
      offered = found;
      list.replaceChildren(...offered.map((choice) => rows.get(choice)));
      list.hidden = !offered.length;
      none.textContent = offered.length ? '' : choices.length ? 'Nothing has this name.' : 'There is nothing to choose.';
      show();
    };
    const toggle = (choice) => {
      if (!many) return finish([choice.value]);
      at = offered.indexOf(choice);
      if (!picked.delete(choice.value)) {
        // A menu for one choice at most replaces it.
        if (max === 1) picked.clear();
        if (picked.size < max) picked.add(choice.value);
      }
      show();
    };
    const finish = (values) => {
      panel.hidePopover();
      onpick(values);
    };
    const moved = (event) => {
      const page = { PageDown: 6, PageUp: -6 }[event.key];
      const to = page ? Math.max(0, Math.min(offered.length - 1, at + page)) : { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to === undefined) return false;
      if (offered.length) at = (to + offered.length) % offered.length;
      return true;
    };
    let typed = '';
    let typedAt = 0;
    list.addEventListener('keydown', (event) => {
      const end = { Home: 0, End: offered.length - 1 }[event.key];
      if (moved(event)) { /* The active choice has changed. */ } else if (end !== undefined) at = end;
      else if ((event.key === ' ' || (event.key === 'Enter' && !many)) && offered[at]) toggle(offered[at]);
      else if (event.key === 'Enter' && !done.disabled) finish([...picked]);
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (field) return field.focus();
        typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
        typedAt = event.timeStamp;
        const hit = offered.findIndex((c) => c.label.toLowerCase().startsWith(typed.toLowerCase()));
        if (hit >= 0) at = hit;
      } else return;
      event.preventDefault();
      show();
    });
    if (field) {
      field.addEventListener('input', () => {
        at = 0;
        offer(field.value.trim() ? filter(sorted.map((choice) => ({ name: choice.label, choice })), field.value).map(({ choice }) => choice) : sorted);
      });
      field.addEventListener('keydown', (event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter') {
          if (offered[at]) toggle(offered[at]);
          // The next name replaces the one that led to this choice.
          field.select();
        } else if (!moved(event)) return;
        event.preventDefault();
        show();
      });
    }
    offer(sorted);
    float(panel, button, { sheet: matchMedia('(max-width: 760px)').matches });
    // A search that finds little must not move the field under the person's fingers.
    if (field) panel.style.setProperty('--tall', `${panel.offsetHeight}px`);
    (field && (byKey || !matchMedia('(pointer: coarse)').matches) ? field : list).focus({ preventScroll: true });
    show();
  }
  return button;
}

/** Says how many choices are picked, and how many may be. */
function countText(count, min, max) {
  if (min === max) return `${count} of ${max}`;
  if (count < min) return `${count} chosen, at least ${min}`;
  return `${count} chosen, at most ${max}`;
}
