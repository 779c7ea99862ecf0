/** The list of people and bots, the switch between people, and the mention counters of the others. */
import * as api from './api.js';
import { byId, fill, h } from './dom.js';
import { avatar, badge } from './avatar.js';
import { icon } from './icons.js';
import { addressOf, openUserMenu } from './menus.js';
import { showForm } from './modal.js';
import { menu } from './popover.js';

const MOST_WATCHED = 12;
const POLL_EVERY = 15_000;
const POLL_SOON = 400;

export class People {
  /** @param {{store: import('./store.js').Store, actions: any, become: (id: string) => void}} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.counts = new Map();
    this.soon = 0;
    byId('whoami').addEventListener('click', () => this.#openSwitch());
    setInterval(() => !document.hidden && this.#count(), POLL_EVERY);
  }

  draw() {
    const { store } = this.ctx;
    const me = store.face(store.me);
    const waiting = [...this.counts].reduce((sum, [id, n]) => (id === store.me ? sum : sum + n), 0);
    fill(byId('whoami'), avatar(me, 'small'), h('span', { class: 'whoami-words' }, h('b', {}, me.name), h('span', {}, 'You · switch')),
      badge(waiting, 'mentions for other people'), icon('updown'));
    const focused = document.activeElement?.closest?.('#member-list .member')?.dataset;
    const online = store.bots.filter((b) => b.online);
    const offline = store.bots.filter((b) => !b.online);
    fill(byId('member-list'),
      this.#group(`People – ${store.people.length}`, store.people.map((p) => this.#person(p))),
      online.length > 0 && this.#group(`Bots – ${online.length}`, online.map((b) => this.#bot(b))),
      offline.length > 0 && this.#group(`Bots offline – ${offline.length}`, offline.map((b) => this.#bot(b))));
    if (!focused) return;
    const kept = [...byId('member-list').querySelectorAll('.member')].find((m) => m.dataset.userId === focused.userId && m.dataset.botId === focused.botId);
    kept?.focus({ preventScroll: true });
  }

  /** Updates the others' counters soon, once for several calls in a row. */
  touch() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.#count(), POLL_SOON);
  }

  async #count() {
    const { store } = this.ctx;
    const others = store.people.filter((p) => p.id !== store.me).slice(0, MOST_WATCHED);
    const before = JSON.stringify([...this.counts]);
    await Promise.all(others.map(async ({ id }) => {
      const unread = await api.unreadOf(id).catch(() => null);
      if (unread) this.counts.set(id, Object.values(unread).reduce((sum, e) => sum + (e.mentions ?? 0), 0));
    }));
    if (before !== JSON.stringify([...this.counts])) this.draw();
  }

  #group(title, rows) {
    return h('section', {}, h('h2', { class: 'section-title' }, title), h('ul', { role: 'list' }, rows));
  }

  #person(person) {
    const { store } = this.ctx;
    const me = person.id === store.me;
    const button = h('button', { type: 'button', class: 'member', id: `member-${person.id}`, 'data-user-id': person.id, 'aria-haspopup': 'menu', onclick: () => openUserMenu(button, person.id, this.ctx) },
      avatar(store.face(person.id), 'small'), h('span', { class: 'member-name' }, person.name), me ? h('span', { class: 'you' }, 'you') : badge(this.counts.get(person.id)));
    return h('li', {}, button);
  }

  #bot(bot) {
    const { store } = this.ctx;
    const button = h('button', { type: 'button', class: `member ${bot.online ? '' : 'away'}`, id: `member-${bot.id}`, 'data-bot-id': bot.id, 'aria-haspopup': 'menu', onclick: () => openUserMenu(button, bot.id, this.ctx) },
      avatar(store.face(bot.id), 'small'), h('span', { class: 'member-name' }, bot.name), h('span', { class: 'tag' }, 'BOT'));
    return h('li', {}, button);
  }

  #openSwitch() {
    const { store, become } = this.ctx;
    const people = store.people.map((p) => ({
      label: p.name, icon: avatar(store.face(p.id), 'small'), checked: p.id === store.me, testid: `become-${p.id}`,
      detail: p.id === store.me ? icon('check') : badge(this.counts.get(p.id)), onpick: () => p.id !== store.me && become(p.id),
    }));
    const tabs = store.people.filter((p) => p.id !== store.me).map((p) => ({ label: p.name, icon: icon('external'), href: addressOf(p.id) }));
    menu(byId('whoami'), [
      { title: 'Who are you?' }, ...people, { label: 'New person…', icon: icon('plus'), testid: 'new-person', onpick: () => this.#add() },
      ...(tabs.length ? [null, { title: 'Open as someone else in a new tab' }, ...tabs] : []),
    ], { label: 'Who are you?', prefer: 'above' });
  }

  #add() {
    showForm({
      title: 'New person', submit: 'Join', testid: 'new-person-form',
      fields: [{ name: 'name', label: 'Name', required: true, max: 32, hint: 'This tab switches to the new person.' }],
      send: async ({ name }) => this.ctx.become((await api.addPerson(name.trim())).id),
    });
  }
}
