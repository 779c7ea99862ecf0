/** The field for writing: plain text, or a command as text or as chips. */
import { byId } from './dom.js';
import { avatar } from './avatar.js';
import { CommandForm } from './command-form.js';
import { Picker } from './picker.js';
import { filter, matches, named, parseSlash, spell, valueOf } from './slash.js';
import { known } from './suggest.js';

const REMEMBERED = 30;
const LONGEST = 2000;

export class Composer {
  /** @param {{store: import('./store.js').Store, actions: any, entries: object[]}} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.picker = new Picker();
    this.area = byId('composer');
    this.root = byId('command');
    this.form = byId('composer-form');
    this.error = byId('composer-error');
    this.command = null;
    this.history = [];
    this.back = 0;
    this.area.addEventListener('input', () => this.#typed());
    this.area.addEventListener('keydown', (event) => this.#key(event));
    this.area.addEventListener('blur', () => this.picker.input === this.area && this.picker.hide());
    this.area.addEventListener('focus', () => this.area.value.startsWith('/') && this.#suggest());
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.command) this.command.submit();
      else this.#send();
    });
    byId('open-commands').addEventListener('mousedown', (event) => event.preventDefault());
    byId('open-commands').addEventListener('click', () => {
      if (this.command) this.#leave('');
      this.#write(this.area.value.startsWith('/') ? this.area.value : '/');
    });
  }

  /** Clears the field for another channel or person. */
  reset(name) {
    if (this.command) this.#leave('');
    this.#problem('');
    this.area.value = '';
    this.#grow();
    this.area.placeholder = `Message ${name}`;
    this.area.setAttribute('aria-label', `Message ${name}`);
    this.picker.hide();
  }

  /** Updates the suggestions after the list of commands has changed. */
  refresh() {
    if (!this.command && document.activeElement === this.area && this.area.value.startsWith('/')) this.#suggest();
  }

  /** Adds text at the end, such as a mention. */
  insert(text) {
    if (!this.command) this.#write(`${this.area.value}${this.area.value && !/\s$/.test(this.area.value) ? ' ' : ''}${text}`);
  }

  /** Starts the command of a mention, by its path and id. Several bots may have commands of the same name. */
  start(path, id) {
    const several = this.ctx.entries.filter((e) => e.path === path);
    const entry = several.find((e) => e.command.id === id) ?? several[0];
    if (entry) return this.fillIn(entry);
    if (this.command) this.#leave('');
    this.#write(`/${path}`);
  }


  #write(text) {
    this.area.value = text;
    this.area.focus();
    this.area.setSelectionRange(text.length, text.length);
    this.#typed();
  }

  #typed() {
    this.back = 0;
    this.#problem('');
    this.#grow();
    const text = this.area.value;
    // The space after "/play" turns the text into chips. Pasted text with options stays text until Enter.
    if (/^\/\S.* $/.test(text)) {
      const entry = named(text, this.ctx.entries);
      if (entry && text.toLowerCase() === `/${entry.path} `) return this.fillIn(entry);
    }
    this.#suggest();
  }

  #grow() {
    this.area.style.height = 'auto';
    this.area.style.height = `${this.area.scrollHeight}px`;
    this.form.classList.toggle('filled', !!this.area.value.trim() || !!this.command);
  }

  #suggest() {
    const text = this.area.value;
    if (text.startsWith('/')) return this.#suggestCommands(text.slice(1));
    const typing = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, this.area.selectionStart));
    if (!typing) return this.picker.hide();
    const { store } = this.ctx;
    const people = filter(known(store).users, typing[1]).slice(0, 8);
    this.picker.show(this.area, people.map((user) => ({
      key: user.value, label: user.name, icon: avatar(store.face(user.value), 'tiny'), pick: () => this.#mention(typing[1], user.name),
    })), { title: 'People' });
  }

  #mention(typed, name) {
    const at = this.area.selectionStart - typed.length;
    const rest = this.area.value.slice(this.area.selectionStart);
    this.#write(`${this.area.value.slice(0, at)}${name} ${rest}`);
    this.picker.hide();
  }

  #suggestCommands(query) {
    const { entries, store } = this.ctx;
    const whole = named(`/${query}`, entries);
    const found = whole && query.length > whole.path.length ? [whole] : matches(entries, query);
    const note = found.length ? '' : entries.length ? `I can't find a command "/${query.trim()}".` : 'No bot has commands here.';
    this.picker.show(this.area, found.map((entry) => ({
      key: `${entry.command.application_id}/${entry.path}`, label: `/${entry.path}`, detail: entry.description,
      side: entry.options.filter((o) => o.required).map((o) => o.name).join(' '),
      group: entry.bot?.name, groupIcon: entry.bot && avatar(store.face(entry.bot.id), 'tiny'), pick: () => this.fillIn(entry),
    })), { title: 'Commands', note });
  }

  /** Switches from text to the chips of a command, with some of its options filled in. */
  fillIn(entry, texts = {}, values = {}) {
    this.picker.hide();
    this.#problem('');
    this.command?.close();
    this.area.value = '';
    this.area.hidden = true;
    this.root.hidden = false;
    this.command = new CommandForm(this.root, entry, {
      store: this.ctx.store, picker: this.picker, leave: (text) => this.#leave(text), problem: (words) => this.#problem(words),
      submit: (found, written) => this.#run(entry, found, written),
    }, texts, values);
    this.#grow();
    this.command.focus();
  }

  /** Switches back from chips to text. */
  #leave(text) {
    const had = this.root.contains(document.activeElement);
    this.command?.close();
    this.command = null;
    this.picker.hide();
    this.root.hidden = true;
    this.area.hidden = false;
    this.#problem('');
    if (had) this.#write(text);
    else this.area.value = text;
    this.#grow();
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === 'ArrowUp' && this.#recall(1)) return event.preventDefault();
    if (event.key === 'ArrowDown' && this.back && this.#recall(-1)) return event.preventDefault();
    if (this.picker.key(event)) return;
    if (event.key === 'Escape' && this.picker.isOpen) {
      event.preventDefault();
      this.picker.hide();
    } else if (event.key === 'Tab' && !event.shiftKey && this.picker.isOpen && this.picker.active) {
      event.preventDefault();
      this.picker.active.pick();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#enter();
    }
  }

  #enter() {
    const text = this.area.value.trim();
    const spelledOut = text.startsWith('/') && parseSlash(text, this.ctx.entries);
    const plain = spelledOut && text.toLowerCase() === `/${spelledOut.entry.path}`;
    // Enter picks from an open list, unless a command or a name was typed in full.
    const mentioned = !text.startsWith('/') && text.toLowerCase().endsWith(`@${this.picker.active?.label.toLowerCase()}`);
    if (this.picker.isOpen && this.picker.active && !mentioned && !(spelledOut && !plain)) return this.picker.active.pick();
    this.#send();
  }

  async #send() {
    const text = this.area.value.trim();
    if (!text) return;
    if (text.startsWith('/')) return this.#sendSlash(text);
    if (text.length > LONGEST) return this.#problem(`Your message has ${text.length} characters, but the limit is ${LONGEST}. Please shorten it.`);
    await this.#busy(() => this.ctx.actions.sendMessage(this.#withMentions(text)), () => {
      this.#remember({ text });
      this.area.value = '';
      this.picker.hide();
    });
  }

  #sendSlash(text) {
    const { entries, store } = this.ctx;
    const read = parseSlash(text, entries);
    if (!read) {
      const name = text.slice(1).split(/\s/)[0];
      const several = entries.filter((e) => e.path === name).length > 1;
      return this.#problem(several ? `Several bots have /${name}. Pick one from the list.` : `I can't find a command /${name} here.`);
    }
    if (read.error) return this.#problem(read.error);
    const values = {};
    for (const option of read.entry.options) {
      const { value, error } = valueOf(option, read.texts[option.name] ?? '', known(store));
      if (error) {
        this.fillIn(read.entry, read.texts);
        return this.#problem(error);
      }
      if (value !== undefined) values[option.name] = value;
    }
    return this.#run(read.entry, values, read.texts);
  }

  #run(entry, values, texts) {
    return this.#busy(() => this.ctx.actions.run(entry, { options: values }), () => {
      this.#remember({ entry, values, texts });
      if (this.command) this.#leave('');
      this.area.value = '';
      this.picker.hide();
    });
  }

  /** Sends one thing at a time. The text stays in the field until the server has accepted it. */
  async #busy(act, done) {
    if (this.form.getAttribute('aria-busy') === 'true') return;
    this.form.setAttribute('aria-busy', 'true');
    this.#problem('');
    try {
      await act();
      done();
    } catch (error) {
      this.#problem(error.message);
    } finally {
      this.form.removeAttribute('aria-busy');
      this.#grow();
    }
  }

  /** Turns "@Ben" into a mention of Ben. The longest matching name wins. */
  #withMentions(text) {
    const users = known(this.ctx.store).users.sort((a, b) => b.name.length - a.name.length);
    return text.replace(/(^|[^\w<])@([^\s@][^@]*)/g, (all, before, rest) => {
      const user = users.find((u) => rest.toLowerCase().startsWith(u.name.toLowerCase()) && !/^\w/.test(rest.slice(u.name.length)));
      return user ? `${before}<@${user.value}>${rest.slice(user.name.length)}` : all;
    });
  }

  #remember(item) {
    this.history.unshift(item);
    this.history.length = Math.min(this.history.length, REMEMBERED);
    this.back = 0;
  }

  /** Recalls what was sent before. Only an empty field, or one that still shows recalled text, is replaced. */
  #recall(step) {
    const shown = this.history[this.back - 1];
    const untouched = shown ? this.area.value === this.#asText(shown) : !this.area.value;
    const to = this.back + step;
    if (!untouched || to < 0 || to > this.history.length) return false;
    const item = this.history[to - 1];
    if (item?.entry && to === 1 && step > 0 && this.ctx.entries.some((e) => e.path === item.entry.path)) {
      this.fillIn(item.entry, item.texts, item.values);
      return true;
    }
    this.area.value = item ? this.#asText(item) : '';
    this.back = to;
    this.picker.hide();
    this.#grow();
    return true;
  }

  #asText(item) {
    return item.entry ? spell(item.entry, item.texts) : item.text;
  }

  #problem(words) {
    this.error.textContent = words ? words[0].toUpperCase() + words.slice(1) : '';
  }
}
