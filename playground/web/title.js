/** The tab's title and icon, both of which show the person's mentions. */
import { isDm } from './store.js';

/** @param {import('./store.js').Store} store */
export function drawTitle(store) {
  const channel = store.channels.get(store.current);
  const count = store.mentions();
  const name = channel ? `${isDm(channel) ? '@' : '#'}${store.channelName(channel)} – ` : '';
  const title = `${count ? `(${count}) ` : ''}${name}Playground`;
  if (document.title === title) return;
  document.title = title;
  const dot = count ? '<circle cx="25" cy="7" r="7" fill="#d6303c" stroke="#fff" stroke-width="1.5"/>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="4" width="28" height="24" rx="8" fill="#2f5fd0"/><path d="M9 13h14M9 19h9" stroke="#fff" stroke-width="3" stroke-linecap="round"/>${dot}</svg>`;
  document.querySelector('link[rel="icon"]').href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
