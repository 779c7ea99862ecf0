/** A dialog with large pictures, one at a time. Buttons, keys, the wheel and double clicks zoom, and dragging moves. */
import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';
import { isGif, motionButton } from './motion.js';

const STEP = 1.4;
const LARGEST = 8;

/**
 * @param {{src: string, alt: string, about: {width?: number, height?: number, content_type?: string}}[]} pictures those of one
 *   message, with their natural sizes as far as they are known before loading
 * @param {number} first the index of the one to open
 */
export function openImages(pictures, first = 0) {
  const dialog = byId('lightbox');
  const stage = h('div', { class: 'stage', tabindex: '0', role: 'group' });
  const level = h('output', { class: 'zoom-level', 'aria-live': 'polite' });
  const words = h('p', { class: 'lightbox-alt' });
  const count = h('span', { class: 'lightbox-count' });
  const tools = h('span', { class: 'lightbox-tools' });
  let at = first;
  let img;
  let scale = 1;
  let fitted = true;

  const natural = () => [img.naturalWidth || pictures[at].about.width || 600, img.naturalHeight || pictures[at].about.height || 600];
  const fitScale = () => Math.min((stage.clientWidth - 24) / natural()[0], (stage.clientHeight - 24) / natural()[1], 2);
  const draw = () => {
    if (fitted) scale = fitScale();
    const [width, height] = natural();
    img.parentElement.style.width = `${width * scale}px`;
    img.parentElement.style.height = `${height * scale}px`;
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
  const show = (index) => {
    at = (index + pictures.length) % pictures.length;
    const { src, alt, about } = pictures[at];
    img = h('img', { src, alt, draggable: 'false', onload: draw });
    const frame = h('div', { class: 'staged' }, img);
    fitted = true;
    fill(stage, frame);
    fill(tools, isGif(src, about) && motionButton(frame, img, 'icon-button'),
      h('a', { class: 'icon-button', href: src, target: '_blank', rel: 'noopener', 'aria-label': 'Open in a new tab', title: 'Open in a new tab' }, icon('external')));
    words.textContent = alt;
    words.scrollTop = 0;
    count.textContent = pictures.length > 1 ? `${at + 1} of ${pictures.length}` : '';
    stage.setAttribute('aria-label', `Picture${pictures.length > 1 ? ` ${at + 1} of ${pictures.length}` : ''}: ${alt}`);
    draw();
  };

  const button = (name, label, onclick) => h('button', { type: 'button', class: `icon-button ${name}`, 'aria-label': label, title: label, onclick }, icon(name));
  fill(dialog,
    h('div', { class: 'lightbox-bar' },
      words, level,
      pictures.length > 1 && [button('left', 'Previous picture', () => show(at - 1)), count, button('right', 'Next picture', () => show(at + 1))],
      button('minus', 'Smaller', () => zoom(scale / STEP)),
      button('plus', 'Larger', () => zoom(scale * STEP)),
      button('fit', 'Fit to the window', () => zoom(0)),
      tools,
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
    // While a picture is larger than the window, the arrows move it.
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && fitted && pictures.length > 1) show(at + step);
  };
  const resized = new ResizeObserver(() => draw());
  resized.observe(stage);
  dialog.onclose = () => {
    resized.disconnect();
    // An animation must not go on behind the page.
    fill(dialog);
  };
  dialog.showModal();
  show(first);
  stage.focus();
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
