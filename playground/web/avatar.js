/** Pictures of people and bots, or coloured initials for those without one. */
import { h, safeUrl } from './dom.js';

const initials = (name) => {
  const parts = name.trim().split(/[\s_.-]+/).filter(Boolean);
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)].map((p) => [...p][0]) : [...(parts[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
};

/** Returns the hue of an id, which is always the same. */
function hue(id) {
  let sum = 0;
  for (const char of String(id)) sum = (sum * 31 + char.charCodeAt(0)) % 9973;
  // The golden angle gives similar sums very different hues.
  return Math.round(sum * 137.5) % 360;
}

/**
 * @param {{id: string, name: string, avatar?: string|null, bot?: boolean}} face
 * @param {string} [size] a class: `small`, `tiny` or nothing
 */
export function avatar(face, size = '') {
  // Default pictures look alike, so initials are easier to tell apart.
  const url = face.avatar && !face.avatar.includes('/embed/avatars/') ? safeUrl(face.avatar) : null;
  const shape = `avatar ${size} ${face.bot ? 'bot' : ''}`;
  if (url) return h('img', { class: shape, src: url, alt: '', loading: 'lazy', width: 40, height: 40 });
  return h('span', { class: shape, 'aria-hidden': 'true', style: { '--hue': hue(face.id) } }, initials(face.name));
}

/** Returns a mention counter, or nothing if the count is 0. */
export function badge(count, label = 'mentions') {
  if (!count) return null;
  return h('span', { class: 'badge' }, count > 99 ? '99+' : count, h('span', { class: 'sr' }, ` ${label}`));
}
