/** Pictures of messages: they open large, show their description on request, and stop moving on request. */
import { h, safeUrl } from './dom.js';
import { openImages } from './lightbox.js';
import { isGif, motionButton } from './motion.js';
import { float } from './popover.js';

/** How long a picture that did not load waits before it is fetched again, in milliseconds. */
const AGAIN_AFTER = [500, 2000, 8000];

/** What is known of a picture that is on the page, by its button. */
const known = new WeakMap();

/**
 * Returns a picture that opens large. It takes up its space from the start, so nothing moves when it loads.
 * @param {string} address
 * @param {{width?: number, height?: number, description?: string, alt?: string, filename?: string, content_type?: string}} about
 *   `description` is the author's; `alt` stands in for it
 */
export function picture(address, about, kind = 'picture') {
  const src = safeUrl(address);
  if (!src) return null;
  const alt = about.description || about.alt || (about.filename ? `Picture ${about.filename}` : 'Picture');
  const img = h('img', { src, alt, class: kind, decoding: 'async', width: about.width, height: about.height, 'data-testid': 'picture' });
  const style = about.width && about.height ? { '--w': about.width, '--h': about.height } : {};
  const button = h('button', { type: 'button', class: 'open-picture', 'aria-label': `Open large: ${alt}`, onclick: () => openFrom(button) }, img);
  known.set(button, { src, alt, about });
  const frame = h('div', { class: `framed ${about.width ? '' : 'unsized'} ${kind}`, style }, button);
  fetchAgain(img, src);
  const corner = [about.description && altButton(about.description), isGif(src, about) && motionButton(frame, img, 'corner-button')].filter(Boolean);
  if (corner.length) frame.append(h('div', { class: 'corner' }, corner));
  return frame;
}

/** Fetches a picture again if it did not load, since the connection may have broken off for a moment. */
function fetchAgain(img, src) {
  const waits = [...AGAIN_AFTER];
  // A message that is redrawn takes its picture along, so the frame may be another one by now.
  const frame = () => img.closest('.framed')?.classList;
  img.addEventListener('load', () => frame()?.remove('broken'));
  img.addEventListener('error', () => {
    frame()?.add('broken');
    if (waits.length) setTimeout(() => { img.src = src; }, waits.shift());
  });
}

/** Opens a picture large. The others of its message are one step away. */
function openFrom(button) {
  const all = [...(button.closest('[data-message-id]')?.querySelectorAll('.open-picture') ?? [button])];
  openImages(all.map((one) => known.get(one)), all.indexOf(button));
}

/** Returns pictures side by side, in the grid that Discord makes of as many. */
export function gallery(pictures) {
  const all = pictures.filter(Boolean);
  return all.length > 0 && h('div', { class: all.length > 1 ? 'pictures many' : 'pictures', 'data-count': all.length, 'data-lead': all.length > 4 ? all.length % 3 : 0 }, all);
}

function altButton(words) {
  const button = h('button', { type: 'button', class: 'corner-button', 'data-testid': 'alt', 'aria-label': 'Show the description', title: 'Show the description', 'aria-expanded': 'false', onclick: () => {
    if (button.getAttribute('aria-expanded') === 'true') return;
    const panel = h('div', { class: 'alt-panel', role: 'note', tabindex: '0', 'aria-label': 'Description of the picture', 'data-testid': 'alt-text' }, words);
    float(panel, button, { sheet: matchMedia('(max-width: 760px)').matches });
    panel.focus({ preventScroll: true });
  } }, 'ALT');
  return button;
}
