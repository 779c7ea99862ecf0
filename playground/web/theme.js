/** The colours: light, dark, or those of the system. */
import { byId, fill } from './dom.js';
import { icon } from './icons.js';

const KEY = 'playground-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';

function draw() {
  const label = isDark() ? 'Use light colours' : 'Use dark colours';
  const button = byId('theme');
  button.setAttribute('aria-label', label);
  button.title = label;
  fill(button, icon(isDark() ? 'sun' : 'moon'));
  document.querySelector('meta[name="theme-color"]').content = getComputedStyle(document.body).getPropertyValue('--side').trim();
}

export function startTheme() {
  const kept = localStorage.getItem(KEY);
  if (kept) document.documentElement.dataset.theme = kept;
  byId('theme').addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    // Choosing the system's own colours means following the system again.
    if ((next === 'dark') === dark.matches) {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(KEY);
    } else {
      document.documentElement.dataset.theme = next;
      localStorage.setItem(KEY, next);
    }
    draw();
  });
  dark.addEventListener('change', draw);
  draw();
}
