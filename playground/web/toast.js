/** Short messages in the corner that disappear by themselves. */
import { byId, h } from './dom.js';
import { icon } from './icons.js';

const STAY = 8000;
const MOST = 3;

/**
 * Shows a short message. One that is still shown with the same words is replaced, and the new one counts both.
 * @param {{text: string, detail?: string, picture?: Node, action?: string, onaction?: () => void}} what
 */
export function toast({ text, detail, picture, action, onaction }) {
  const box = byId('toasts');
  const words = JSON.stringify([text, detail]);
  const same = [...box.children].find((other) => other.dataset.words === words);
  const times = 1 + Number(same?.dataset.times ?? 0);
  same?.remove();
  let timer = 0;
  const leave = () => {
    clearTimeout(timer);
    node.remove();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, STAY);
  };
  const node = h('div', { class: 'toast', 'data-testid': 'toast', 'data-words': words, 'data-times': times },
    picture ?? null,
    h('div', { class: 'toast-words' }, h('b', {}, text, times > 1 && ` ×${times}`), detail && h('span', {}, detail)),
    action && h('button', { type: 'button', class: 'button primary', onclick: () => {
      leave();
      onaction();
    } }, action),
    h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: leave }, icon('close')));
  node.addEventListener('pointerenter', () => clearTimeout(timer));
  node.addEventListener('pointerleave', wait);
  node.addEventListener('focusin', () => clearTimeout(timer));
  node.addEventListener('focusout', wait);
  box.append(node);
  while (box.children.length > MOST) box.firstChild.remove();
  wait();
}
