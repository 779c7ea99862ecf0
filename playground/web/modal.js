/** Dialogs with fields: modals that bots open, and the page's own. */
import { byId, fill, freshId, h } from './dom.js';
import { icon } from './icons.js';

/** Text inputs of a modal, whether they stand in rows or in labels. */
function inputs(modal) {
  return (modal.components ?? []).flatMap((part) => {
    if (part.type === 18 && part.component) return [{ ...part.component, label: part.label, description: part.description }];
    return part.components ?? [];
  }).filter((input) => input.type === 4);
}

/**
 * Shows a bot's modal. `send` gets `{custom_id: text}`; the dialog stays open with the reason when it rejects.
 * @param {object} modal in Discord's shape
 * @param {(fields: Record<string, string>) => Promise<void>} send
 */
export function showModal(modal, send) {
  const fields = inputs(modal).map((input) => ({
    name: input.custom_id, label: input.label, hint: input.description, long: input.style === 2, value: input.value ?? '', placeholder: input.placeholder ?? '',
    required: input.required !== false, min: input.min_length ?? 0, max: input.max_length ?? 4000,
  }));
  showForm({ title: modal.title, fields, submit: 'Submit', testid: 'modal', send });
}

/**
 * @param {{title: string, fields: object[], submit: string, testid?: string, send: (values: Record<string, string>) => Promise<void>}} form
 */
export function showForm({ title, fields, submit, testid, send }) {
  const dialog = byId('dialog');
  const heading = freshId('title');
  const error = h('p', { class: 'form-error', role: 'alert' });
  const rows = fields.map(fieldView);
  const button = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, submit);
  const close = () => dialog.close();
  const form = h('form', { novalidate: true, class: 'form', 'data-testid': testid },
    h('header', {}, h('h2', { id: heading }, title), h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: close }, icon('close'))),
    h('div', { class: 'form-fields' }, rows.map((r) => r.node)),
    error,
    h('footer', {}, h('button', { type: 'button', class: 'button secondary', onclick: close }, 'Cancel'), button));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = rows.filter((row) => !row.check());
    if (wrong.length) return wrong[0].input.focus();
    error.textContent = '';
    button.setAttribute('aria-busy', 'true');
    button.disabled = true;
    try {
      await send(Object.fromEntries(rows.map((r) => [r.name, r.input.value])));
      if (form.isConnected) dialog.close();
    } catch (problem) {
      error.textContent = problem.message;
    } finally {
      button.disabled = false;
      button.removeAttribute('aria-busy');
    }
  });
  dialog.setAttribute('aria-labelledby', heading);
  // A click beside the dialog closes it, unless something would be lost.
  dialog.onclick = (event) => {
    if (event.target === dialog && !rows.some((r) => r.input.value)) close();
  };
  fill(dialog, form);
  if (!dialog.open) dialog.showModal();
  rows[0]?.input.focus();
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
    problem.textContent = missing ? 'Please fill this in.' : short ? `At least ${min} characters.` : '';
    if (missing || short) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return !missing && !short;
  };
  counted();
  return { name, input, check, node: h('div', { class: 'field-row' },
    h('label', { for: id }, label, required && h('span', { class: 'required', title: 'required' }, ' *')),
    hint && h('small', { id: `${id}-hint` }, hint), input, h('div', { class: 'field-note', id: note }, problem, count)) };
}
