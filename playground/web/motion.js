/** Pictures that move, and the button that stops and starts them. */
import { h } from './dom.js';
import { icon } from './icons.js';

/** Returns whether a picture can move. */
export const isGif = (src, about) => about.content_type === 'image/gif' || /\.gif$/i.test(src.split(/[?#]/)[0]);

/** The pictures that the person has stopped or started, by address, so that a redrawn message keeps to it. */
const stopped = new Map();

/**
 * Returns the button that stops and starts a moving picture. With reduced motion the picture is stopped from the beginning.
 * @param {HTMLElement} frame has the class `still` while the picture is stopped
 * @param {HTMLImageElement} img
 * @param {string} look the button's class
 */
export function motionButton(frame, img, look) {
  const { src } = img;
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  img.after(canvas);
  const isStill = () => stopped.get(src) ?? matchMedia('(prefers-reduced-motion: reduce)').matches;
  const button = h('button', { type: 'button', class: look, 'data-testid': 'motion', onclick: () => {
    stopped.set(src, !isStill());
    draw();
  } });
  const draw = () => {
    const still = isStill();
    // A copy on a canvas does not move.
    if (still && img.complete && img.naturalWidth) {
      [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
      canvas.getContext('2d').drawImage(img, 0, 0);
    }
    const label = still ? 'Play the animation' : 'Stop the animation';
    frame.classList.toggle('still', still);
    button.setAttribute('aria-label', label);
    button.title = label;
    button.replaceChildren(icon(still ? 'play' : 'pause'));
  };
  img.addEventListener('load', draw);
  draw();
  return button;
}
