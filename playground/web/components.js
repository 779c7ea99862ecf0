/** Buttons and select menus of messages, and the state of the pressed one. */
import { h, safeUrl } from './dom.js';
import { icon } from './icons.js';
import { avatar } from './avatar.js';
import { selectMenu } from './select.js';
import { layout } from './layout.js';
import { isDm, isThread } from './store.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'primary' };
const V2 = 1 << 15;
const STRING_SELECT = 3, USER_SELECT = 5, ROLE_SELECT = 6, CHANNEL_SELECT = 8;

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
    choices: choicesOf(component, ctx.store, message.channel_id),
    search: isSearched(component),
    placeholder: component.placeholder,
    label: component.placeholder,
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled,
    // The id leads the focus back to the menu if the message was redrawn while the list was open.
    attrs: { id: `select-${message.id}-${component.custom_id}`, 'data-custom-id': component.custom_id, 'data-testid': 'select' },
    onpick: (values) => ctx.actions.press(message, component.custom_id, values),
  }));
}

/** Returns whether a select menu is searched by name: those of users, roles and channels, of which there can be many. */
export const isSearched = (component) => component.type !== STRING_SELECT;

/**
 * Returns the choices of a select menu, with the default ones marked.
 * @param {object} component in Discord's shape
 * @param {import('./store.js').Store} store
 * @param {string} channelId the channel of the menu; a menu in a direct message offers only its two sides
 * @returns {import('./select.js').Choice[]}
 */
export function choicesOf(component, store, channelId = store.current) {
  if (component.type === STRING_SELECT) {
    return component.options.map((o) => ({ label: o.label, value: o.value, description: o.description, default: o.default, icon: emojiOf(o.emoji) }));
  }
  const found = component.type === CHANNEL_SELECT ? channelsFor(component, store) : [
    ...(component.type === ROLE_SELECT ? [] : usersFor(store, channelId)),
    ...(component.type === USER_SELECT ? [] : rolesFor(store)),
  ];
  // A default user may have left the server, and is still shown as chosen.
  const defaults = (component.default_values ?? []).map((d) => found.find((c) => c.value === d.id) ?? (d.type === 'user' ? userChoice(d.id, store) : null));
  const chosen = defaults.filter(Boolean).map((c) => ({ ...c, default: true }));
  return [...chosen, ...found.filter((c) => !chosen.some((d) => d.value === c.value))];
}

function userChoice(id, store) {
  const face = store.face(id);
  return { label: face.name, value: id, description: id === store.me ? 'You' : undefined, tag: face.bot ? 'BOT' : undefined, icon: avatar(face, 'tiny') };
}

/** Lists who a menu can offer: the others, then the person, then bots. */
function usersFor(store, channelId) {
  const sides = isDm(store.channels.get(channelId) ?? {}) ? store.channels.get(channelId).recipients?.map((r) => r.id) : null;
  const people = store.people.filter((p) => (sides ? sides.includes(p.id) || p.id === store.me : p.member !== false));
  const bots = store.bots.filter((b) => !sides || sides.includes(b.id));
  const others = people.filter((p) => p.id !== store.me);
  return [...others, ...people.filter((p) => p.id === store.me), ...bots].map((user) => userChoice(user.id, store));
}

const rolesFor = (store) => store.guilds.flatMap((guild) => guild.roles)
  .map((role) => ({ label: role.name.startsWith('@') ? role.name : `@${role.name}`, value: role.id, icon: icon('people') }));

function channelsFor({ channel_types: types }, store) {
  const found = [...store.channels.values()].filter((c) => c.guild_id && (!types?.length || types.includes(c.type)));
  return found.map((channel) => ({
    label: `#${channel.name}`, value: channel.id, icon: icon(isThread(channel) ? 'thread' : 'hash'),
    description: isThread(channel) ? `Thread in #${store.channelName(store.channels.get(channel.parent_id))}` : undefined,
  }));
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
