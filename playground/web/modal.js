/** Dialogs with fields: the modals of bots, and the page's own. */
import { byId, fill, freshId, h } from './dom.js';
import { icon } from './icons.js';
import { choicesOf, isSearched } from './components.js';
import { markdown } from './markdown-view.js';
import { selectMenu } from './select.js';

/** Turns the parts of a modal, in rows or labels, into fields: texts, text inputs and select menus. */
function fieldsOf(modal, ctx) {
  return (modal.components ?? []).flatMap((part) => {
    if (part.type === 10) return [{ text: markdown(part.content, ctx) }];
    if (part.type === 18 && part.component) return [{ ...part.component, label: part.label, description: part.description }];
    return part.components ?? [];
  }).map((input) => {
    if (input.text) return input;
    const field = { name: input.custom_id, label: input.label, hint: input.description, placeholder: input.placeholder ?? '', required: input.required !== false };
    if (input.type === 4) return { ...field, long: input.style === 2, value: input.value ?? '', min: input.min_length ?? 0, max: input.max_length ?? 4000 };
    return { ...field, choices: choicesOf(input, ctx.store), search: isSearched(input), min: input.min_values ?? 1, max: input.max_values ?? 1 };
  });
}

/**
 * Shows a bot's modal. `send` gets `{custom_id: text or values}`. If it rejects, the dialog stays open and shows the reason.
 * @param {object} modal in Discord's shape
 * @param {{store: import('./store.js').Store, actions: any}} ctx
 * @param {(fields: Record<string, string|string[]>) => Promise<void>} send
 */
export function showModal(modal, ctx, send) {
  showForm({ title: modal.title, fields: fieldsOf(modal, ctx), submit: 'Submit', testid: 'modal', send });
}

/**
 * @param {{title: string, fields: object[], submit: string, testid?: string, send: (values: Record<string, string|string[]>) => Promise<void>}} form
 */
export function showForm({ title, fields, submit, testid, send }) {
  const dialog = byId('dialog');
  const heading = freshId('title');
  const error = h('p', { class: 'form-error', role: 'alert' });
  const parts = fields.map((field) => (field.text ? { node: h('div', { class: 'text' }, field.text) } : field.choices ? choiceView(field) : fieldView(field)));
  const rows = parts.filter((part) => part.name);
  const button = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, submit);
  const close = () => dialog.close();
  const form = h('form', { novalidate: true, class: 'form', 'data-testid': testid },
    h('header', {}, h('h2', { id: heading }, title), h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: close }, icon('close'))),
    h('div', { class: 'form-fields' }, parts.map((p) => p.node)),
    error,
    h('footer', {}, h('button', { type: 'button', class: 'button secondary', onclick: close }, 'Cancel'), button));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = rows.filter((row) => !row.check());
    if (wrong.length) return wrong[0].focus();
    error.textContent = '';
    button.setAttribute('aria-busy', 'true');
    button.disabled = true;
    try {
      await send(Object.fromEntries(rows.map((r) => [r.name, r.value()])));
      if (form.isConnected) dialog.close();
    } catch (problem) {
      error.textContent = problem.message;
    } finally {
      button.disabled = false;
      button.removeAttribute('aria-busy');
    }
  });
  dialog.setAttribute('aria-labelledby', heading);
  // A click outside closes the dialog, unless the person has entered something.
  dialog.onclick = (event) => {
    if (event.target === dialog && !rows.some((r) => r.value().length)) close();
  };
  fill(dialog, form);
  if (!dialog.open) dialog.showModal();
  rows[0]?.focus();
}

function fieldView({ name, label, hint, long, value, placeholder, required, min = 0, max = 4000 }) {
  const id = freshId('field');
  const note = `${id}-note`;
  const described = hint ? `${id}-hint ${note}` : note;
  const count = h('span', { class: 'count' });
  const problem = h('span', { class: 'problem' });
  const input = h(long ? 'textarea' : 'input', {
    id, name, value, placeholder, maxlength: max, 'aria-required': String(required), 'aria-describedby': described, autocomplete: 'off',
    rows: long ? 4 : null, 'data-custom-id': name, oninput: () => {
      counted();
      if (input.getAttribute('aria-invalid')) check();
    },
  });
  const counted = () => {
    count.textContent = max < 4000 || input.value.length > 3500 ? `${input.value.length} / ${max}` : '';
  };
  const check = () => {
    const length = input.value.length;
    const missing = required && !input.value.trim();
    const short = length > 0 && length < min;
    problem.textContent = missing ? 'Please fill this in.' : short ? `Please write at least ${min} characters.` : '';
    if (missing || short) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return !missing && !short;
  };
  counted();
  return { name, value: () => input.value, focus: () => input.focus(), check, node: h('div', { class: 'field-row' },
    h('label', { for: id }, label, required && h('span', { class: 'required', title: 'required' }, ' *')),
    hint && h('small', { id: `${id}-hint` }, hint), input, h('div', { class: 'field-note', id: note }, problem, count)) };
}

/** A select menu in a form. It shows and keeps the picked values until the form is sent. */
function choiceView({ name, label, hint, choices, search, placeholder, required, min, max }) {
  const id = freshId('field');
  const problem = h('span', { class: 'problem' });
  const needed = required ? Math.max(min, 1) : 0;
  let picked = choices.filter((c) => c.default).map((c) => c.value);
  const holder = h('div', {});
  const check = () => {
    // An optional menu may stay empty, but not below its minimum.
    const wrong = picked.length < (picked.length ? min : needed) || picked.length > max;
    problem.textContent = !wrong ? '' : picked.length ? `Choose ${min === max ? max : `${min} to ${max}`}.` : 'Please choose something.';
    if (wrong) holder.firstChild.setAttribute('aria-invalid', 'true');
    else holder.firstChild.removeAttribute('aria-invalid');
    return !wrong;
  };
  const draw = () => fill(holder, selectMenu({
    choices: choices.map((c) => ({ ...c, icon: c.icon?.cloneNode(true), default: picked.includes(c.value) })), search, placeholder, label,
    min: needed ? min : 0, max, attrs: { id, 'data-custom-id': name, 'data-testid': 'select', 'aria-describedby': hint ? `${id}-hint ${id}-note` : `${id}-note` },
    onpick: (values) => {
      picked = values;
      draw();
      check();
      holder.firstChild.focus();
    },
  }));
  draw();
  return { name, value: () => picked, focus: () => holder.firstChild.focus(), check, node: h('div', { class: 'field-row' },
    h('label', { for: id }, label, required && h('span', { class: 'required', title: 'required' }, ' *')),
    hint && h('small', { id: `${id}-hint` }, hint), holder, h('div', { class: 'field-note', id: `${id}-note` }, problem)) };
}
