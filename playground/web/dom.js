/** Small helpers that build DOM without ever parsing markup, so that text from elsewhere stays text. */

/**
 * Builds an element. `on…` attributes become listeners, `null` and `false` ones are left out, `true` ones are empty.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Node|string|number|null|false|undefined|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces all children of `node`. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** @returns {HTMLElement} the element of the page with this id */
export const byId = (id) => document.getElementById(id);

/** Returns an address that is safe to follow or load, or `null` for any other. */
export function safeUrl(text) {
  try {
    const url = new URL(text, document.baseURI);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Calls `fn` once, `ms` after the last call. */
export function debounce(fn, ms) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
}

let serial = 0;
/** Returns an id that no other element of the page has. */
export const freshId = (prefix) => `${prefix}-${++serial}`;
