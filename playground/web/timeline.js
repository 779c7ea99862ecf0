/** The messages of the open channel. They are drawn once and then updated in place, so that scrolling and focus stay. */
import { byId, fill, h } from './dom.js';
import { showPending } from './components.js';
import { heir } from './focus.js';
import { icon } from './icons.js';
import { hasPicture } from './embed.js';
import { follows, messageView } from './message.js';
import { compareIds, EPHEMERAL } from './store.js';
import { dayText } from './time.js';
import { welcomeView } from './welcome.js';

const WINDOW = 80;
/** Up to this many messages, a channel still shows its welcome, so that a bot's first response does not hide it. */
const FEW = 4;
const NEAR = 60;

export class Timeline {
  /** @param {{store: import('./store.js').Store, actions: any, pending: Map<string, object>}} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.scroller = byId('timeline');
    this.list = byId('messages');
    this.jump = byId('jump');
    this.rows = new Map();
    this.ghosts = [];
    this.stick = true;
    this.shown = WINDOW;
    this.newFrom = null;
    this.caughtUp = false;
    this.missed = 0;
    this.scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.jump.addEventListener('click', () => this.toEnd());
    const grown = new ResizeObserver(() => this.stick && this.#scrollToEnd());
    grown.observe(this.list);
    grown.observe(this.scroller);
  }

  /** Starts over with another channel. */
  open(channelId) {
    this.channelId = channelId;
    this.shown = WINDOW;
    this.stick = true;
    this.newFrom = null;
    this.caughtUp = false;
    this.missed = 0;
    this.rows.clear();
    this.list.replaceChildren();
    this.update();
  }

  /** Puts the line "New messages" above the last `count` messages of others. */
  markNew(count) {
    const others = this.ctx.store.list(this.channelId).filter((m) => m.author?.id !== this.ctx.store.me);
    this.newFrom = count > 0 ? (others.at(-count)?.id ?? others[0]?.id ?? null) : null;
    this.update();
  }

  atEnd() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR;
  }

  /** Notes that the person has seen the end. The next missed message starts a new "New messages" line. */
  caught() {
    if (!this.stick) return;
    this.caughtUp = true;
    this.ctx.actions.seen();
  }

  toEnd() {
    this.stick = true;
    this.missed = 0;
    this.#scrollToEnd();
    this.#drawJump();
    this.caught();
  }

  /** Takes a new message, and moves the "New messages" line if the person is not watching. */
  arrived(message, watching) {
    const own = message.author?.id === this.ctx.store.me;
    if (own) {
      this.newFrom = null;
      this.stick = true;
    } else if (!watching || !this.stick) {
      if (this.caughtUp) this.newFrom = null;
      this.newFrom ??= message.id;
      this.caughtUp = false;
    }
    if (!own && !this.stick) this.missed += 1;
    this.update();
  }

  /** Scrolls to a message and highlights it. */
  show(messageId) {
    const all = this.ctx.store.list(this.channelId);
    const at = all.findIndex((m) => m.id === messageId);
    if (at < 0) return false;
    this.shown = Math.max(this.shown, all.length - at + 10);
    this.stick = false;
    this.update();
    const row = this.rows.get(messageId)?.node;
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    row?.classList.add('flash');
    setTimeout(() => row?.classList.remove('flash'), 1600);
    return true;
  }

  /** Goes to the newest picture that everybody sees, such as a board: one with controls if there is any. */
  showPicture() {
    const all = this.ctx.store.list(this.channelId).filter((m) => !(m.flags & EPHEMERAL) && hasPicture(m));
    const newest = all.findLast((m) => m.components?.length) ?? all.at(-1);
    return !!newest && this.show(newest.id);
  }

  /** Redraws the rows that have changed. Rows are compared by key and by their source. */
  update() {
    const wanted = this.#wanted();
    const keep = new Set(wanted.map((row) => row.key));
    for (const [key, row] of this.rows) {
      if (keep.has(key)) continue;
      if (row.node.contains(document.activeElement)) this.#moveFocus(row.node);
      row.node.remove();
      this.rows.delete(key);
    }
    let previous = null;
    for (const row of wanted) {
      const old = this.rows.get(row.key);
      if (old && old.from === row.from && old.how === row.how) row.node = old.node;
      else {
        row.node = built(row);
        if (old) replaceKeepingFocus(old.node, row.node);
      }
      if (row.message) showPending(row.node, this.ctx.pending.get(row.message.id));
      const place = previous ? previous.nextSibling : this.list.firstChild;
      if (row.node !== place) this.list.insertBefore(row.node, place);
      this.rows.set(row.key, row);
      previous = row.node;
    }
    if (this.stick) this.#scrollToEnd();
    this.#drawJump();
  }

  #wanted() {
    const { store } = this.ctx;
    const all = store.list(this.channelId);
    const from = Math.max(0, all.length - this.shown);
    const rows = [];
    if (!this.channelId) return rows;
    if (from > 0) rows.push({ key: 'older', how: from, build: () => this.#older(from) });
    else rows.push({ key: 'start', from: this.channelId, how: `${all.length <= FEW}${store.bots.map((b) => b.online)}${this.ctx.welcomeVersion}`, build: () => welcomeView(this.ctx, all.length <= FEW) });
    const ghosts = this.ctx.actions.ghosts(this.channelId);
    const ghostsBefore = (id) => {
      while (ghosts.length && (!id || compareIds(ghosts[0].id, id) < 0)) {
        const ghost = ghosts.shift();
        rows.push({ key: `ghost ${ghost.id}`, how: ghost.state, build: () => ghostView(ghost, this.ctx) });
      }
    };
    // Names and messages have menus only while there are commands for them, so a change of these redraws every row.
    const appTypes = [...new Set(this.ctx.apps.map((entry) => entry.command.type))].sort();
    let before = all[from - 1];
    for (const message of all.slice(from)) {
      ghostsBefore(message.id);
      const day = new Date(message.timestamp).toDateString();
      const newDay = !before || new Date(before.timestamp).toDateString() !== day;
      if (newDay) rows.push({ key: `day ${day}`, how: '', build: () => h('li', { class: 'divider' }, h('span', {}, dayText(message.timestamp))) });
      const isNew = message.id === this.newFrom;
      if (isNew) rows.push({ key: 'new', how: '', build: () => h('li', { class: 'divider new', 'data-testid': 'new-line' }, h('span', {}, 'New messages')) });
      const grouped = !newDay && !isNew && !!follows(message, before);
      const thread = store.channels.get(message.thread?.id ?? message.id);
      rows.push({ key: message.id, message, from: message, how: `${grouped} ${thread?.message_count} ${appTypes}`, build: () => messageView(message, { grouped }, this.ctx) });
      before = message;
    }
    ghostsBefore(null);
    return rows;
  }

  #older(count) {
    return h('li', { class: 'older' }, h('button', { type: 'button', class: 'button secondary', onclick: () => this.#more() }, `Show older messages (${count})`));
  }

  #more() {
    const before = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.stick = false;
    this.shown += WINDOW;
    this.update();
    this.scroller.scrollTop = this.scroller.scrollHeight - before;
  }

  #scrolled() {
    const end = this.atEnd();
    if (end === this.stick) return;
    this.stick = end;
    if (end) {
      this.missed = 0;
      this.caught();
    }
    this.#drawJump();
  }

  #scrollToEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #drawJump() {
    this.jump.hidden = this.stick;
    fill(this.jump, icon('arrowdown'), this.missed ? `${this.missed} new ${this.missed === 1 ? 'message' : 'messages'}` : 'Jump to the newest message');
  }

  #moveFocus(node) {
    const rows = [...this.list.querySelectorAll('.message')];
    const at = rows.indexOf(node);
    // The composer would open a phone's keyboard, so it is the last resort.
    (rows[at + 1] ?? rows[at - 1] ?? byId('composer')).focus({ preventScroll: true });
  }
}

/** Builds a row's element. If a message cannot be drawn, the other rows still are. */
function built(row) {
  try {
    return row.build();
  } catch (error) {
    console.error(error);
    return h('li', { class: 'message', tabindex: '-1', 'data-message-id': row.key }, "I can't show this message.");
  }
}

/** Draws the line of a command without a message, whether pending or failed. */
function ghostView(ghost, { store, actions }) {
  const failed = ghost.state === 'failed';
  return h('li', { class: `message ghost ${failed ? 'failed' : ''}`, 'data-testid': failed ? 'failed' : 'pending', 'data-interaction-id': ghost.id },
    h('span', { class: 'gutter' }, icon(failed ? 'warn' : 'slash')),
    h('div', { class: 'body' },
      h('p', { class: 'context' }, h('b', {}, store.face(store.me).name), ' used ', h('span', { class: 'used' }, ghost.name)),
      failed
        ? h('p', { class: 'failure', role: 'alert' }, ghost.error, ' ', h('button', { type: 'button', class: 'text-button', onclick: () => actions.dropGhost(ghost.id) }, 'Dismiss'))
        : h('p', { class: 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), ghost.state === 'deferred' ? `${ghost.bot} is thinking…` : 'Sending command…')));
}

/** Lists the controls of a message in the form that `heir` takes. */
const controlsOf = (node, selector) => [...node.querySelectorAll(selector)].map((one) => ({
  node: one, id: one.dataset.customId ?? one.getAttribute('aria-label') ?? one.textContent, kind: one.dataset.testid, disabled: !!one.disabled,
}));

/**
 * Replaces a message with its new version. `heir` decides about the focus. Unchanged pictures are kept, and a changed one
 * shows the old one until it has loaded.
 */
export function replaceKeepingFocus(old, fresh) {
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  const selector = active?.dataset.customId ? '[data-custom-id]' : 'button, a[href]';
  const controls = active ? controlsOf(old, selector) : [];
  const at = controls.findIndex((control) => control.node === active);
  const before = [...old.querySelectorAll('img.large, img.picture, img.thumb')];
  [...fresh.querySelectorAll('img.large, img.picture, img.thumb')].forEach((img, i) => {
    const last = before[i];
    if (!last) return;
    if (last.src === img.src) {
      last.alt = img.alt;
      img.replaceWith(last);
    } else if (last.complete) {
      img.style.backgroundImage = `url("${last.src}")`;
      img.addEventListener('load', () => img.style.removeProperty('background-image'), { once: true });
    }
  });
  old.replaceWith(fresh);
  if (!active) return;
  const next = controlsOf(fresh, selector);
  // A message that has the focus as a whole keeps it.
  (active === old ? fresh : (next[heir(controls, at, next)]?.node ?? fresh)).focus({ preventScroll: true });
}
