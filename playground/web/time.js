/** Times as text: message times and `<t:unix:style>` marks, of which relative ones stay current. */
import { h } from './dom.js';

const FORMATS = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const STEPS = [['year', 31557600], ['month', 2629800], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const formats = new Map();

function format(date, style) {
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(undefined, FORMATS[style] ?? FORMATS.f));
  return formats.get(style).format(date);
}

/** Returns a relative time, such as "in 3 hours" or "2 minutes ago". */
export function relativeText(unix, now = Date.now()) {
  const seconds = unix - now / 1000;
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? STEPS.at(-1);
  return relative.format(Math.round(seconds / size), unit);
}

const valid = (unix) => Math.abs(unix) <= 8.64e12;

/** Returns the element for `<t:unix:style>`. `keepCurrent` updates relative ones. */
export function timeMark(unix, style) {
  if (!valid(unix)) return h('span', {}, 'invalid date');
  const date = new Date(unix * 1000);
  const node = h('time', { class: 'stamp', datetime: date.toISOString(), title: format(date, 'F') });
  if (style === 'R') node.dataset.unix = String(unix);
  node.textContent = style === 'R' ? relativeText(unix) : format(date, style);
  return node;
}

/** Returns a message's time: only the hour for today, otherwise the day, too. */
export function messageTime(iso, short = false) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return h('span', { class: 'when' }, 'invalid date');
  const today = date.toDateString() === new Date().toDateString();
  return h('time', { class: 'when', datetime: iso, title: format(date, 'F') }, format(date, today || short ? 't' : 's'));
}

/** Returns a day in words, such as "Saturday, November 21, 2026". */
export const dayText = (iso) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'full' });

/** Updates relative times once a second, if their text has changed. */
export function keepCurrent() {
  setInterval(() => {
    for (const node of document.querySelectorAll('time[data-unix]')) {
      const text = relativeText(Number(node.dataset.unix));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
