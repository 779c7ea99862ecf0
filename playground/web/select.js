/** A select menu: a button that opens a list of one or several choices, for pointer, touch and keyboard. */
import { freshId, h } from './dom.js';
import { icon } from './icons.js';
import { float } from './popover.js';

/**
 * @param {object} options
 * @param {{label: string, value: string, description?: string, icon?: Node, default?: boolean}[]} options.choices
 * @param {(values: string[]) => void} options.onpick
 * @returns {HTMLElement} the closed menu
 */
export function selectMenu({ choices, placeholder, min = 1, max = 1, disabled, label, attrs = {}, onpick }) {
  const chosen = choices.filter((c) => c.default);
  const text = chosen.length ? chosen.map((c) => c.label).join(', ') : placeholder || 'Choose';
  const name = label && chosen.length ? `${label}: ${text}` : label || text;
  const button = h('button', {
    type: 'button', class: 'select', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': name,
    disabled, ...attrs, onclick: () => button.getAttribute('aria-busy') !== 'true' && open(),
  }, h('span', { class: chosen.length ? 'select-text' : 'select-text empty' }, text), icon('down'));
  button.addEventListener('keydown', (event) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !disabled) {
      event.preventDefault();
      button.click();
    }
  });

  function open() {
    const many = max > 1 || min === 0;
    const picked = new Set(chosen.map((c) => c.value));
    const id = freshId('list');
    const list = h('div', { class: 'select-list', role: 'listbox', id, tabindex: '0', 'aria-label': label ?? placeholder ?? 'Choices', 'aria-multiselectable': many ? 'true' : null });
    const rows = choices.map((choice, i) => h('div', { class: 'select-row', role: 'option', id: `${id}-${i}`, 'aria-selected': String(picked.has(choice.value)), 'data-value': choice.value },
      choice.icon ?? null,
      h('span', { class: 'select-words' }, h('span', {}, choice.label), choice.description && h('small', {}, choice.description)),
      h('span', { class: many ? 'tick box' : 'tick' }, icon('check'))));
    list.append(...rows);
    const done = h('button', { type: 'button', class: 'button primary', onclick: () => finish([...picked]) }, 'Done');
    const hint = h('span', { class: 'select-hint', 'aria-live': 'polite' });
    const panel = h('div', { class: 'select-panel', style: { 'min-width': `${button.offsetWidth}px` } }, list, many && h('div', { class: 'select-foot' }, hint, done));
    let at = Math.max(0, choices.findIndex((c) => picked.has(c.value)));

    const show = () => {
      rows.forEach((row, i) => {
        row.classList.toggle('active', i === at);
        row.setAttribute('aria-selected', String(picked.has(choices[i].value)));
      });
      list.setAttribute('aria-activedescendant', rows[at]?.id ?? '');
      rows[at]?.scrollIntoView({ block: 'nearest' });
      done.disabled = picked.size < min || picked.size > max;
      hint.textContent = min === max ? `${picked.size} of ${max}` : `${picked.size} chosen, ${min} to ${max}`;
    };
    const toggle = (i) => {
      const { value } = choices[i];
      if (!many) return finish([value]);
      at = i;
      if (!picked.delete(value) && picked.size < max) picked.add(value);
      show();
    };
    const finish = (values) => {
      panel.hidePopover();
      onpick(values);
    };
    rows.forEach((row, i) => row.addEventListener('click', () => toggle(i)));
    let typed = '';
    let typedAt = 0;
    list.addEventListener('keydown', (event) => {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (to !== undefined) at = (to + rows.length) % rows.length;
      else if (event.key === ' ' || (event.key === 'Enter' && !many)) toggle(at);
      else if (event.key === 'Enter' && !done.disabled) finish([...picked]);
      else if (event.key.length === 1) {
        typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
        typedAt = event.timeStamp;
        const hit = choices.findIndex((c) => c.label.toLowerCase().startsWith(typed.toLowerCase()));
        if (hit >= 0) at = hit;
      } else return;
      event.preventDefault();
      show();
    });
    float(panel, button);
    list.focus();
    show();
  }
  return button;
}
