/** The menus of people, bots and messages, behind their names and behind "More". */
import { h } from './dom.js';
import { avatar } from './avatar.js';
import { icon } from './icons.js';
import { menu } from './popover.js';
import { COMMAND } from './slash.js';
import { EPHEMERAL, LOADING } from './store.js';

/** Returns the address of this page for another person, with the same channel open. */
export function addressOf(id) {
  const url = new URL(location.href);
  url.searchParams.set('as', id);
  return url.href;
}

/** Closes the list of people on a phone before `act`, whose effect shows among the messages. */
const leavingDrawer = (ctx, act) => () => {
  ctx.drawers.close();
  act();
};

/** Returns whether any bot has commands of this type, for users or for messages. */
export const hasApps = (ctx, type) => ctx.apps.some((entry) => entry.command.type === type);

/** Returns the part of a menu with the bots' commands for a user or a message, if there are any. */
function appItems(ctx, type, targetId) {
  const found = ctx.apps.filter((entry) => entry.command.type === type);
  const several = new Set(found.map((entry) => entry.bot?.id)).size > 1;
  const items = found.map((entry) => ({
    label: entry.path, icon: entry.bot ? avatar(ctx.store.face(entry.bot.id), 'tiny') : icon('slash'),
    detail: several ? h('span', { class: 'menu-side' }, entry.bot?.name) : null,
    onpick: leavingDrawer(ctx, () => ctx.actions.useOn(entry, targetId)),
  }));
  return items.length ? [{ title: 'Apps' }, ...items] : [];
}

/** Opens the menu of a person or a bot. */
export function openUserMenu(anchor, id, ctx) {
  const { store, actions } = ctx;
  const face = store.face(id);
  const other = id !== store.me && store.people.some((person) => person.id === id);
  const items = [
    other && { label: `Become ${face.name}`, icon: icon('swap'), onpick: () => ctx.become(id) },
    other && { label: 'Open in a new tab', icon: icon('external'), href: addressOf(id) },
    face.bot && { label: 'Message', icon: icon('mail'), onpick: leavingDrawer(ctx, () => actions.openDm(id)) },
    { label: 'Mention', icon: icon('at'), onpick: leavingDrawer(ctx, () => ctx.composer.insert(`@${face.name} `)) },
  ].filter(Boolean);
  const more = appItems(ctx, COMMAND.USER, id);
  menu(anchor, more.length ? [...items, null, ...more] : items, { label: face.name });
}

/** Draws the name of a message's author, which opens their menu if bots have commands for users. */
export function authorName(message, face, ctx) {
  if (!hasApps(ctx, COMMAND.USER)) return h('span', { class: 'name' }, face.name);
  const button = h('button', {
    type: 'button', class: 'name', id: `name-${message.id}`, 'data-testid': 'author', 'aria-haspopup': 'menu', 'aria-expanded': 'false',
    onclick: () => openUserMenu(button, message.author.id, ctx),
  }, face.name);
  return button;
}

/** Draws the button for the bots' commands for a message, if there are any. Ephemeral messages never get one. */
export function moreButton(message, face, ctx) {
  if (message.flags & (EPHEMERAL | LOADING) || !hasApps(ctx, COMMAND.MESSAGE)) return null;
  const button = h('button', {
    type: 'button', class: 'icon-button more', id: `more-${message.id}`, 'data-testid': 'more', 'aria-haspopup': 'menu', 'aria-expanded': 'false',
    'aria-label': `More actions for the message from ${face.name}`, title: 'More', onclick: () => menu(button, appItems(ctx, COMMAND.MESSAGE, message.id), { label: 'Message' }),
  }, icon('more'));
  return button;
}
