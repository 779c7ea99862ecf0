/** The side panels. They are always visible in wide windows and are drawers in narrow ones. */
import { byId } from './dom.js';

const narrow = matchMedia('(max-width: 760px)');
const KEY = 'playground-members';

export class Drawers {
  constructor() {
    this.open = null;
    this.opener = null;
    this.members = localStorage.getItem(KEY) !== 'hidden';
    byId('open-channels').addEventListener('click', () => this.toggle('sidebar', byId('open-channels')));
    byId('open-members').addEventListener('click', () => {
      if (narrow.matches) return this.toggle('members', byId('open-members'));
      this.members = !this.members;
      localStorage.setItem(KEY, this.members ? 'shown' : 'hidden');
      this.#apply();
    });
    byId('scrim').addEventListener('click', () => this.close());
    addEventListener('keydown', (event) => event.key === 'Escape' && this.open && !document.querySelector('dialog[open], :popover-open') && this.close());
    narrow.addEventListener('change', () => this.close());
    this.#apply();
  }

  toggle(id, opener) {
    if (this.open === id) return this.close();
    this.open = id;
    this.opener = opener;
    this.#apply();
    byId(id).querySelector('[aria-current], button, a')?.focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return this.#apply();
    this.open = null;
    this.#apply();
    this.opener?.focus({ preventScroll: true });
  }

  #apply() {
    const drawer = narrow.matches;
    byId('sidebar').inert = drawer && this.open !== 'sidebar';
    byId('members').inert = drawer ? this.open !== 'members' : !this.members;
    byId('main').inert = drawer && this.open !== null;
    document.body.dataset.drawer = this.open ?? '';
    document.body.classList.toggle('no-members', !drawer && !this.members);
    byId('open-channels').setAttribute('aria-expanded', String(this.open === 'sidebar'));
    byId('open-members').setAttribute('aria-expanded', String(drawer ? this.open === 'members' : this.members));
    byId('scrim').hidden = !drawer || this.open === null;
  }
}
