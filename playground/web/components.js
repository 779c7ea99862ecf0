/** Buttons and select menus of messages, and the state of the pressed one. */
import { h, safeUrl } from './dom.js';
import { icon } from './icons.js';
import { avatar } from './avatar.js';
import { selectMenu } from './select.js';
import { layout } from './layout.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'primary' };
const V2 = 1 << 15;

/**
 * @param {object} message
 * @param {{store: import('./store.js').Store, actions: any}} ctx
 * @returns {HTMLElement|null}
 */
export function components(message, ctx) {
  const rows = message.components ?? [];
  if (!rows.length) return null;
  const control = (component) => controlOf(component, message, ctx);
  const inside = message.flags & V2
    ? rows.map((part) => layout(part, control, ctx))
    : rows.map((row) => h('div', { class: 'component-row' }, (row.components ?? []).map(control)));
  return h('div', { class: 'components' }, inside, h('p', { class: 'component-error', role: 'status' }));
}

function controlOf(component, message, ctx) {
  if (component.type === 2) return button(component, message, ctx);
  if ([3, 5, 6, 7, 8].includes(component.type)) return select(component, message, ctx);
  return null;
}

/** Draws an emoji as Discord sends it. The picture of a custom one is elsewhere, so its name is shown. */
const emojiOf = (emoji) => emoji && h('span', { class: 'emoji', 'aria-hidden': emoji.id ? null : 'true' }, emoji.id ? `:${emoji.name}:` : emoji.name);

function button(component, message, ctx) {
  const inside = [emojiOf(component.emoji), component.label && h('span', {}, component.label)];
  const label = component.label ? null : (component.emoji?.name ?? 'button');
  if (component.style === 5) {
    const href = safeUrl(component.url);
    return h('a', { class: 'button link', href, target: '_blank', rel: 'noopener noreferrer', 'aria-label': label }, inside, icon('external'));
  }
  return h('button', {
    type: 'button', class: `button ${STYLES[component.style] ?? 'secondary'}`, disabled: component.disabled,
    'data-custom-id': component.custom_id, 'data-testid': 'button', 'aria-label': label,
    onclick: (event) => event.currentTarget.getAttribute('aria-busy') !== 'true' && ctx.actions.press(message, component.custom_id),
  }, inside);
}

function select(component, message, ctx) {
  return h('div', { class: 'select-wrap' }, selectMenu({
    choices: choicesOf(component, ctx.store),
    placeholder: component.placeholder,
    label: component.placeholder,
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled,
    attrs: { 'data-custom-id': component.custom_id, 'data-testid': 'select' },
    onpick: (values) => ctx.actions.press(message, component.custom_id, values),
  }));
}

/**
 * Returns the choices of a select menu, with the default ones marked.
 * @param {object} component in Discord's shape
 * @param {import('./store.js').Store} store
 */
export function choicesOf(component, store) {
  const chosen = new Set((component.default_values ?? []).map((d) => d.id));
  if (component.type === 3) {
    return component.options.map((o) => ({ label: o.label, value: o.value, description: o.description, default: o.default, icon: emojiOf(o.emoji) }));
  }
  if (component.type === 8) {
    const types = component.channel_types;
    return [...store.channels.values()].filter((c) => c.guild_id && (!types?.length || types.includes(c.type)))
      .map((c) => ({ label: `#${c.name}`, value: c.id, default: chosen.has(c.id) }));
  }
  const users = component.type === 6 ? [] : [...store.people, ...store.bots];
  const roles = component.type === 5 ? [] : store.guilds.flatMap((g) => g.roles);
  return [
    ...users.map((u) => ({ label: u.name, value: u.id, default: chosen.has(u.id), icon: avatar(store.face(u.id), 'tiny') })),
    ...roles.map((r) => ({ label: r.name.startsWith('@') ? r.name : `@${r.name}`, value: r.id, default: chosen.has(r.id) })),
  ];
}

/**
 * Marks the pressed control as busy, or shows why the press failed. Called each time after the message is drawn.
 * @param {HTMLElement} node the message
 * @param {{customId: string, state: 'busy'|'failed', error?: string}|undefined} pending
 */
export function showPending(node, pending) {
  for (const control of node.querySelectorAll('.components [data-custom-id]')) {
    const busy = pending?.state === 'busy' && control.dataset.customId === pending.customId;
    for (const state of ['aria-busy', 'aria-disabled']) {
      if (busy) control.setAttribute(state, 'true');
      else control.removeAttribute(state);
    }
  }
  const line = node.querySelector('.component-error');
  if (line) line.textContent = pending?.state === 'failed' ? pending.error : '';
}
