/** A dialog with one large picture. Buttons, keys, the wheel and double clicks zoom it, and dragging moves it. */
import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';

const STEP = 1.4;
const LARGEST = 8;

/**
 * @param {string} src
 * @param {string} alt
 * @param {{width?: number, height?: number}} about the natural size, if it is known before loading
 */
export function openImage(src, alt, about = {}) {
  const dialog = byId('lightbox');
  const img = h('img', { src, alt, draggable: 'false' });
  const stage = h('div', { class: 'stage', tabindex: '0', role: 'group', 'aria-label': 'Picture; plus and minus zoom, arrows move' }, img);
  const level = h('output', { class: 'zoom-level', 'aria-live': 'polite' });
  let scale = 1;
  let fitted = true;

  const natural = () => [img.naturalWidth || about.width || 600, img.naturalHeight || about.height || 600];
  const fitScale = () => Math.min((stage.clientWidth - 24) / natural()[0], (stage.clientHeight - 24) / natural()[1], 2);
  const draw = () => {
    if (fitted) scale = fitScale();
    const [width, height] = natural();
    img.style.width = `${width * scale}px`;
    img.style.height = `${height * scale}px`;
    level.value = `${Math.round(scale * 100)} %`;
    stage.classList.toggle('zoomed', !fitted);
  };
  const zoom = (to, x = stage.clientWidth / 2, y = stage.clientHeight / 2) => {
    const next = Math.max(fitScale(), Math.min(LARGEST, to));
    const [left, top] = [(stage.scrollLeft + x) / scale, (stage.scrollTop + y) / scale];
    fitted = next <= fitScale() * 1.01;
    scale = next;
    draw();
    stage.scrollTo(left * scale - x, top * scale - y);
  };

  const button = (name, label, onclick) => h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick }, icon(name));
  fill(dialog,
    h('div', { class: 'lightbox-bar' },
      h('p', { class: 'lightbox-alt' }, alt), level,
      button('minus', 'Smaller', () => zoom(scale / STEP)),
      button('plus', 'Larger', () => zoom(scale * STEP)),
      button('fit', 'Fit to the window', () => zoom(0)),
      h('a', { class: 'icon-button', href: src, target: '_blank', rel: 'noopener', 'aria-label': 'Open in a new tab', title: 'Open in a new tab' }, icon('external')),
      button('close', 'Close', () => dialog.close())),
    stage);

  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    zoom(scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  stage.addEventListener('dblclick', (event) => zoom(fitted ? Math.max(2, scale * 2) : 0, event.offsetX, event.offsetY));
  stage.addEventListener('click', (event) => event.target === stage && fitted && dialog.close());
  dragToMove(stage);
  dialog.onkeydown = (event) => {
    const to = { '+': scale * STEP, '=': scale * STEP, '-': scale / STEP, 0: 0 }[event.key];
    if (to !== undefined) zoom(to);
  };
  const resized = new ResizeObserver(draw);
  resized.observe(stage);
  dialog.onclose = () => resized.disconnect();
  img.onload = draw;
  dialog.showModal();
  stage.focus();
  draw();
}

function dragToMove(stage) {
  stage.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    const move = (e) => stage.scrollBy(-e.movementX, -e.movementY);
    stage.addEventListener('pointermove', move);
    stage.addEventListener('pointerup', () => stage.removeEventListener('pointermove', move), { once: true });
  });
}
