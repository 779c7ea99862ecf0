/** Popovers: their placement, and menus of actions. */
import { fill, h } from './dom.js';

const GAP = 6;

/** Places the popover `panel` next to `anchor`, inside the window, on the side with more room. */
export function place(panel, anchor, prefer = 'below') {
  const from = anchor.getBoundingClientRect();
  const above = from.top - 2 * GAP;
  const below = innerHeight - from.bottom - 2 * GAP;
  const wanted = panel.scrollHeight;
  const down = prefer === 'below' ? below >= Math.min(wanted, 220) || below > above : above < Math.min(wanted, 220) && below > above;
  panel.style.maxHeight = `${Math.max(120, Math.min(420, down ? below : above))}px`;
  const left = Math.max(8, Math.min(from.left, innerWidth - panel.offsetWidth - 8));
  panel.style.left = `${left}px`;
  // A panel above its anchor grows upwards, so that it stays at the anchor if a search makes it shorter.
  panel.style.top = down ? `${from.bottom + GAP}px` : 'auto';
  panel.style.bottom = down ? 'auto' : `${innerHeight - from.top + GAP}px`;
}

/**
 * Shows a popover until it is dismissed, then removes it. The focus returns to `anchor` if it was inside. A `sheet` covers the
 * lower part of a narrow window, where a thumb reaches it.
 */
export function float(panel, anchor, { prefer, sheet, onClose } = {}) {
  panel.popover = 'auto';
  (anchor.closest('dialog, nav, main, aside') ?? document.body).append(panel);
  panel.classList.toggle('sheet', !!sheet);
  panel.showPopover({ source: anchor });
  if (!sheet) place(panel, anchor, prefer);
  anchor.setAttribute('aria-expanded', 'true');
  let hadFocus = false;
  panel.addEventListener('beforetoggle', () => {
    hadFocus = panel.contains(document.activeElement);
  });
  panel.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    anchor.setAttribute('aria-expanded', 'false');
    // The anchor may have been redrawn in the meantime.
    const home = anchor.isConnected ? anchor : document.getElementById(anchor.id);
    // This event comes late: another popover may be open by now, and keeps the focus.
    const taken = document.activeElement?.closest(':popover-open');
    if (!taken && (hadFocus || document.activeElement === document.body)) home?.focus({ preventScroll: true });
    panel.remove();
    onClose?.();
  });
  return panel;
}

/** Moves the focus among `items` with the arrow keys, Home and End. */
export function rove(event, items) {
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined || !items.length) return false;
  event.preventDefault();
  items[(to + items.length) % items.length].focus();
  return true;
}

/**
 * Opens a menu at `anchor`. Items: `{label, icon?, detail?, href?, onpick?, checked?, testid?}`, `{title}` or `null` for a separator.
 * @param {HTMLElement} anchor
 * @param {Array<object|null>} items
 */
export function menu(anchor, items, { label, prefer } = {}) {
  const panel = h('div', { class: 'menu', role: 'menu', 'aria-label': label });
  const rows = items.map((item) => {
    if (item === null) return h('hr', { role: 'separator' });
    if (item.title) return h('div', { class: 'menu-title', role: 'presentation' }, item.title);
    const attrs = { class: 'menu-item', tabindex: '-1', 'data-testid': item.testid ?? null };
    attrs.role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
    if (item.checked !== undefined) attrs['aria-checked'] = String(item.checked);
    const inside = [item.icon ?? null, h('span', { class: 'menu-label' }, item.label), item.detail ?? null];
    if (item.href) return h('a', { ...attrs, href: item.href, target: '_blank', rel: 'opener', onclick: () => panel.hidePopover() }, inside);
    return h('button', { ...attrs, type: 'button', onclick: () => {
      panel.hidePopover();
      item.onpick();
    } }, inside);
  });
  fill(panel, rows);
  panel.addEventListener('keydown', (event) => {
    const focusable = [...panel.querySelectorAll('.menu-item')];
    if (rove(event, focusable)) return;
    if (event.key === 'Tab') panel.hidePopover();
    else if (event.key.length === 1 && event.key !== ' ') focusable.find((i) => i.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
  });
  float(panel, anchor, { prefer });
  (panel.querySelector('[aria-checked="true"]') ?? panel.querySelector('.menu-item'))?.focus();
  return panel;
}
