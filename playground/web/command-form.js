/** A command while it is filled in: its name, then one chip for each option, with suggestions of the option's type. */
import { fill, h } from './dom.js';
import { bytes } from './embed.js';
import { icon } from './icons.js';
import { filter, same, TYPE, valueOf } from './slash.js';
import { Suggestions, fixed, known } from './suggest.js';

const MOST_SHOWN = 25;
/** A command with many optional options shows only the first ones until it is asked for all. */
const MOST_ADDERS = 6;
const byTouch = matchMedia('(pointer: coarse)');
const LARGEST_FILE = 10 * 1024 * 1024;
const HINTS = { [TYPE.INTEGER]: 'whole number', [TYPE.NUMBER]: 'number', [TYPE.USER]: 'person', [TYPE.CHANNEL]: 'channel', [TYPE.ROLE]: 'role', [TYPE.MENTIONABLE]: 'person or role', [TYPE.BOOLEAN]: 'true or false' };

/** Returns whether a chip has no value yet. */
const isEmpty = (chip) => (chip.clear ? !chip.value : !chip.input.value);

export class CommandForm {
  /**
   * @param {HTMLElement} root the element that holds the chips
   * @param {object} entry an entry of `slash.js`
   * @param {{store: any, picker: import('./picker.js').Picker, submit: (values: object, texts: object) => void, leave: (text: string) => void, problem: (words: string) => void}} ctx
   * @param {Record<string, string>} texts the options known already, as typed
   * @param {Record<string, any>} values the same options as values, for texts that could mean several
   */
  constructor(root, entry, ctx, texts = {}, values = {}) {
    this.root = root;
    this.entry = entry;
    this.ctx = ctx;
    this.suggestions = new Suggestions();
    this.chips = [];
    this.row = h('div', { class: 'chips' });
    this.help = h('p', { class: 'chip-help', id: 'chip-help' });
    root.setAttribute('aria-label', `Command ${entry.path}`);
    fill(root, this.help, this.row);
    this.name = h('button', { type: 'button', class: 'command-name', title: 'Leave this command', 'aria-label': `/${entry.path}, leave this command`, onclick: () => ctx.leave('') }, `/${entry.path}`);
    this.name.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace') ctx.leave(`/${entry.path}`);
      if (event.key === 'Escape') ctx.leave('');
      if (event.key === 'Enter') this.submit();
      if (['Backspace', 'Enter'].includes(event.key)) event.preventDefault();
      // A person who types on after "/rules " means its first option, and the field that is focused now takes the letter.
      const isLetter = [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
      const [first] = this.#unused();
      if (isLetter && first) this.#add(first);
    });
    for (const option of entry.options) if (option.required || texts[option.name]) this.#chip(option, texts[option.name] ?? '', values[option.name]);
    this.#draw();
  }

  /** Focuses the first option without a value, or else the last one. */
  focus() {
    const next = this.chips.find(isEmpty) ?? this.chips.at(-1);
    if (next) {
      next.input.focus();
      next.input.select();
    } else this.name.focus();
    this.row.scrollIntoView({ block: 'nearest' });
  }

  /** Returns the options as they were typed. */
  texts() {
    return Object.fromEntries(this.chips.map((c) => [c.option.name, c.clear ? (c.value?.name ?? '') : c.input.value.trim()]));
  }

  #unused() {
    return this.entry.options.filter((o) => !this.chips.some((c) => c.option === o));
  }

  #draw() {
    const unused = this.#unused();
    const few = this.all || unused.length <= MOST_ADDERS ? unused : unused.slice(0, MOST_ADDERS - 1);
    const adders = few.map((option) => h('button', {
      type: 'button', class: 'chip-add', title: option.description, 'data-option-add': option.name, 'aria-label': `Add the option ${option.name}: ${option.description}`,
      onclick: () => this.#add(option),
    }, icon('plus'), option.name));
    if (few.length < unused.length) adders.push(h('button', { type: 'button', class: 'chip-add', onclick: () => this.#showAll(few.length) }, `${unused.length - few.length} more…`));
    const active = document.activeElement;
    fill(this.row, this.name, this.chips.map((c) => c.node), adders);
    if (this.row.contains(active)) active.focus();
    if (!this.chips.length) this.help.textContent = this.entry.description;
  }

  /** Shows the adders of all options, and focuses the first that was hidden. */
  #showAll(at) {
    this.all = true;
    this.#draw();
    this.row.querySelectorAll('[data-option-add]')[at]?.focus();
  }

  #add(option) {
    const chip = this.chips.find((c) => c.option === option) ?? this.#chip(option, '');
    this.#draw();
    chip.input.focus();
    return chip;
  }

  #chip(option, text, value) {
    if (option.type === TYPE.FILE) return this.#fileChip(option, value);
    const id = `option-${option.name}`;
    const input = h('input', {
      id, type: 'text', class: 'chip-input', size: 1, value: text, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', 'data-option': option.name,
      inputmode: option.type === TYPE.INTEGER ? 'numeric' : option.type === TYPE.NUMBER ? 'decimal' : 'text',
      role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-describedby': 'chip-help', 'aria-required': String(!!option.required), placeholder: option.choices?.length ? 'choose one' : HINTS[option.type] ?? '',
    });
    const chip = { option, input, value, offered: [] };
    // On a keyboard, Backspace removes an option, and Tab goes from field to field.
    const remove = !option.required && h('button', {
      type: 'button', class: 'chip-remove', tabindex: -1, 'data-option-remove': option.name, 'aria-label': `Remove the option ${option.name}`,
      onclick: () => {
        this.#remove(chip);
        this.focus();
      },
    }, icon('close'));
    chip.node = h('div', { class: 'chip' }, h('label', { class: 'chip-name', for: id }, option.name), h('span', { class: 'chip-field', 'data-text': text }, input), remove);
    input.addEventListener('input', () => this.#typed(chip));
    this.#size(chip);
    return this.#adopt(chip);
  }

  #adopt(chip) {
    chip.input.addEventListener('focus', () => this.#focused(chip));
    chip.input.addEventListener('blur', () => this.#left(chip));
    chip.input.addEventListener('keydown', (event) => this.#key(event, chip));
    this.chips.push(chip);
    return chip;
  }

  /** Makes a chip for a file. The browser's own control lies over it, invisible, and takes clicks, keys and dropped files. */
  #fileChip(option, value) {
    const id = `option-${option.name}`;
    const input = h('input', { id, type: 'file', class: 'chip-file-input', 'data-option': option.name, 'aria-describedby': 'chip-help', 'aria-required': String(!!option.required) });
    const shown = h('span', { class: 'chip-file-text' });
    const remove = h('button', { type: 'button', class: 'chip-remove', 'data-testid': 'file-remove', onclick: () => chip.clear() }, icon('close'));
    const chip = { option, input, value, offered: [] };
    const draw = () => {
      const file = chip.value;
      fill(shown, icon('file'), h('span', { class: 'chip-file-name' }, file?.name ?? 'Choose a file'), file && h('small', {}, bytes(file.size)));
      input.setAttribute('aria-label', file ? `${option.name}: ${file.name}, ${bytes(file.size)}` : `${option.name}: choose a file`);
      remove.hidden = !file;
      remove.setAttribute('aria-label', `Remove ${file?.name ?? 'the file'}`);
      chip.node.classList.remove('wrong');
      this.ctx.problem('');
    };
    chip.clear = () => {
      input.value = '';
      chip.value = undefined;
      draw();
      input.focus();
    };
    input.addEventListener('change', () => {
      [chip.value] = input.files;
      draw();
      if (chip.value) this.#next(chip);
    });
    chip.node = h('div', { class: 'chip' }, h('label', { class: 'chip-name', for: id }, option.name), h('span', { class: 'chip-file' }, shown, input), remove);
    draw();
    return this.#adopt(chip);
  }

  /** Makes the field as wide as its text. */
  #size(chip) {
    chip.input.parentElement.dataset.text = chip.input.value || chip.input.placeholder || '    ';
  }

  #focused(chip) {
    const { option } = chip;
    const limits = option.min_value != null || option.max_value != null ? ` (${option.min_value ?? '…'} to ${option.max_value ?? '…'})` : '';
    this.help.textContent = '';
    this.help.append(h('b', {}, option.name), ` ${option.description ?? ''}${limits}`, option.required ? h('i', {}, 'required') : h('i', {}, 'optional'));
    this.#suggest(chip);
  }

  #left(chip) {
    this.suggestions.cancel();
    if (this.ctx.picker.input === chip.input) this.ctx.picker.hide();
    if (isEmpty(chip) || chip.value !== undefined) return chip.node.classList.remove('wrong');
    chip.node.classList.toggle('wrong', !!this.#valueOf(chip).error);
  }

  #typed(chip) {
    chip.value = undefined;
    chip.node.classList.remove('wrong');
    this.ctx.problem('');
    if (this.#jumped(chip)) return;
    this.#size(chip);
    this.#suggest(chip);
  }

  /** Moves to another option if its name and a colon, such as "opponent:", were typed at the end of a value. */
  #jumped(chip) {
    const match = /^(.*?)(?:^|\s)([^\s:]+):$/.exec(chip.input.value);
    const option = match && this.entry.options.find((o) => o.name === match[2].toLowerCase());
    if (!option) return false;
    chip.input.value = match[1].trim();
    this.#size(chip);
    if (option === chip.option) {
      this.#suggest(chip);
      return true;
    }
    this.#add(option);
    if (!chip.input.value && !chip.option.required) this.#remove(chip);
    return true;
  }

  async #suggest(chip) {
    const { option, input } = chip;
    const { store, picker } = this.ctx;
    const things = fixed(option, store);
    if (things) {
      const shown = chip.value !== undefined ? things : filter(things, input.value);
      this.#offer(chip, shown, shown.length ? '' : 'No match. Try another spelling.');
      return;
    }
    if (!option.autocomplete) return picker.hide();
    this.#offer(chip, chip.offered, 'Loading…');
    const options = { ...this.#filled(), [option.name]: input.value };
    const answer = await this.suggestions.fetch({
      as: store.me, channel_id: store.current, name: this.entry.path, options, focused: option.name, application_id: this.entry.command.application_id,
    });
    if (!answer || document.activeElement !== input) return;
    this.suggestions.waiting = null;
    chip.offered = answer.choices ?? [];
    const why = answer.error ?? (answer.timed_out ? "The bot didn't suggest anything in time." : 'The bot has no suggestions.');
    this.#offer(chip, chip.offered, chip.offered.length ? '' : why);
  }

  #offer(chip, things, note) {
    const items = things.slice(0, MOST_SHOWN).map((thing) => ({
      key: String(thing.value), label: thing.name, icon: thing.icon?.cloneNode(true), thing,
      pick: () => {
        this.#take(chip, thing);
        this.#next(chip);
      },
    }));
    const chosen = chip.value === undefined ? undefined : String(chip.value);
    this.ctx.picker.show(chip.input, items, { title: `Choices for ${chip.option.name}`, note, chosen });
  }

  #take(chip, thing) {
    chip.value = thing.value;
    chip.input.value = thing.name;
    chip.node.classList.remove('wrong');
    this.#size(chip);
    this.ctx.picker.hide();
  }

  /** Moves to the next option without a value. If there is none, the focus stays and Enter sends the command. */
  #next(chip) {
    const next = this.chips.find((c) => c !== chip && isEmpty(c));
    if (next) next.input.focus();
    else chip.input.focus();
    this.ctx.picker.hide();
    if (next) return this.#suggest(next);
    const more = this.chips.length < this.entry.options.length;
    if (byTouch.matches) this.help.textContent = more ? 'Ready to send. You can add more options.' : 'Ready to send.';
    else fill(this.help, h('kbd', {}, 'Enter'), ' sends the command', more && [', ', h('kbd', {}, 'Tab'), ' adds more options']);
  }

  async #key(event, chip) {
    const { picker } = this.ctx;
    if (event.isComposing || picker.key(event)) return;
    const { input } = chip;
    if (event.key === 'Enter') {
      event.preventDefault();
      await this.#enter(chip);
    } else if (event.key === 'Tab' && !event.shiftKey && picker.active?.thing && (picker.moved || (input.value && chip.value === undefined))) {
      this.#take(chip, picker.active.thing);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      // Suggestions that arrive later must not open the list again.
      this.suggestions.cancel();
      if (picker.isOpen) picker.hide();
      else this.ctx.leave('');
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && chip.clear && chip.value) {
      event.preventDefault();
      chip.clear();
    } else if (event.key === 'Backspace' && isEmpty(chip)) {
      event.preventDefault();
      this.#back(chip);
    } else if (event.key === 'ArrowDown' && !picker.isOpen) {
      event.preventDefault();
      this.#suggest(chip);
    }
  }

  /** Takes the highlighted suggestion. Sends the command if nothing is highlighted or the option has that value already. */
  async #enter(chip) {
    const { picker } = this.ctx;
    if (chip.clear && !chip.value) return chip.input.click();
    if (this.suggestions.waiting && chip.value === undefined) await this.suggestions.waiting;
    const items = picker.isOpen && picker.input === chip.input ? picker.items.filter((i) => i.thing) : [];
    // A value typed in full beats the first suggestion, but not one chosen with the arrow keys.
    const spelled = picker.moved || !chip.input.value.trim() ? null : same(items.map((i) => i.thing), chip.input.value);
    const item = items.find((i) => i.thing === spelled) ?? picker.active;
    if (items.length && item && item.thing.value !== chip.value) return item.pick();
    this.submit();
  }

  #back(chip) {
    const at = this.chips.indexOf(chip);
    if (!chip.option.required) this.#remove(chip);
    const previous = this.chips[at - 1];
    if (previous) previous.input.focus();
    else if (this.chips.every(isEmpty)) this.ctx.leave(`/${this.entry.path}`);
    else this.name.focus();
  }

  #remove(chip) {
    this.chips = this.chips.filter((c) => c !== chip);
    chip.node.remove();
    this.#draw();
  }

  #valueOf(chip) {
    if (chip.value?.size > LARGEST_FILE) return { error: `${chip.option.name}: your file has ${bytes(chip.value.size)}, but the limit is ${bytes(LARGEST_FILE)}` };
    if (chip.value !== undefined) return { value: chip.value };
    if (chip.clear) return chip.option.required ? { error: `${chip.option.name}: please choose a file` } : {};
    const text = chip.input.value;
    const offered = chip.option.autocomplete ? same(chip.offered, text) : null;
    return offered ? { value: offered.value } : valueOf(chip.option, text, known(this.ctx.store));
  }

  /** Returns the valid values so far, since suggestions can depend on them. A file is only sent with the finished command. */
  #filled() {
    const values = {};
    for (const chip of this.chips) {
      const { value } = this.#valueOf(chip);
      if (value !== undefined && !chip.clear) values[chip.option.name] = value;
    }
    return values;
  }

  submit() {
    const found = this.chips.map((chip) => ({ chip, ...this.#valueOf(chip) }));
    found.forEach(({ chip, error }) => chip.node.classList.toggle('wrong', !!error));
    const wrong = found.find((f) => f.error);
    if (wrong) {
      this.ctx.problem(wrong.error);
      wrong.chip.input.focus();
      return;
    }
    this.ctx.picker.hide();
    const values = Object.fromEntries(found.filter((f) => f.value !== undefined).map((f) => [f.chip.option.name, f.value]));
    this.ctx.submit(values, this.texts());
  }

  close() {
    this.suggestions.cancel();
    this.root.replaceChildren();
  }
}
