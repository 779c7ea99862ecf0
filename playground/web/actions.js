/** The person's actions from anywhere in the page. One object connects the server, the store and the views. */
import * as api from './api.js';
import { showModal } from './modal.js';
import { failure, Interactions } from './interactions.js';
import { title } from './slash.js';
import { LOADING } from './store.js';
import { toast } from './toast.js';

const NO_ANSWER = 'The application did not respond';
const LINGER = 2500;

export class Actions {
  constructor(ctx) {
    this.ctx = ctx;
    this.store = ctx.store;
    this.interactions = new Interactions();
    this.ghostList = [];
    this.store.on('interaction', (interaction) => this.interactions.receive(interaction));
    this.store.on('messages', ({ message }) => message && this.#answered(message));
  }

  /** Drops what the last person has begun, when the tab switches to another one. */
  forget() {
    this.interactions = new Interactions();
    this.ghostList = [];
  }

  /** Opens a channel and puts it into the address bar. */
  open(channelId) {
    if (location.hash.slice(1) === channelId) this.ctx.openChannel(channelId);
    else location.hash = channelId;
  }

  async jump(channelId, messageId) {
    if (channelId !== this.store.current) {
      this.open(channelId);
      await this.ctx.loaded(channelId);
    }
    if (!this.ctx.timeline.show(messageId)) toast({ text: "I can't find that message." });
  }

  async openDm(botId) {
    try {
      const channel = await api.openDm(this.store.me, botId);
      this.store.apply('channel_create', channel);
      this.open(channel.id);
    } catch (error) {
      toast({ text: error.message });
    }
  }

  startCommand(path, id) {
    this.ctx.composer.start(path, id);
  }

  sendMessage(content) {
    return api.sendMessage(this.store.current, this.store.me, content).then((message) => message?.id && this.store.apply('message_create', message));
  }

  /** Marks the open channel as read, if the person is looking at it. */
  seen() {
    const { store } = this;
    const entry = store.unread[store.current];
    if (!store.current || !entry || (!entry.unread && !entry.mentions) || !this.ctx.watching()) return;
    store.apply('unread', { channel_id: store.current, unread: 0, mentions: 0 });
    api.markRead(store.current, store.me).catch(() => {});
  }

  async dismiss(message) {
    try {
      await api.dismiss(message.id, this.store.me);
      this.store.removeMessage(message);
    } catch (error) {
      toast({ text: error.message });
    }
  }

  /** Presses a button, or submits the values of a menu. */
  async press(message, customId, values) {
    const { pending, timeline } = this.ctx;
    const mark = (entry) => {
      if (entry) pending.set(message.id, { customId, ...entry });
      else pending.delete(message.id);
      timeline.update();
    };
    mark({ state: 'busy' });
    try {
      const body = { as: this.store.me, message_id: message.id, custom_id: customId };
      await this.interactions.begin(api.component(values ? { ...body, values } : body), (interaction) => {
        if (interaction.state === 'pending') return;
        if (interaction.state === 'failed') return mark({ state: 'failed', error: failure(interaction, 'This interaction failed') });
        mark(null);
        if (interaction.state === 'modal') this.#fillIn(interaction);
      });
    } catch (error) {
      mark({ state: 'failed', error: error.message });
    }
  }

  /**
   * Runs a command in the open channel. Rejects with the server's message if the server rejects it.
   * @param {object} entry an entry of `slash.js`
   * @param {{options?: Record<string, any>, target_id?: string}} what the options of a typed command, or the user or message
   *   that a menu command is used on
   */
  async run(entry, what) {
    const ghost = { id: null, channel: this.store.current, name: title(entry), bot: entry.bot?.name ?? 'The bot', state: 'pending' };
    const body = { as: this.store.me, channel_id: this.store.current, name: entry.path, application_id: entry.command.application_id, ...what };
    await this.interactions.begin(api.runCommand(body), (interaction) => {
      ghost.id = interaction.id;
      ghost.state = interaction.state;
      if (interaction.state === 'pending' && !this.ghostList.includes(ghost)) {
        this.ghostList.push(ghost);
        this.ctx.timeline.toEnd();
      }
      if (interaction.state === 'failed') {
        ghost.error = failure(interaction, NO_ANSWER);
        // A response that never got past "thinking" shows the failure in its own place.
        if (interaction.message_id) this.store.note(interaction.message_id, { failure: ghost.error });
      }
      if (interaction.state === 'modal') {
        this.dropGhost(ghost.id);
        this.#fillIn(interaction);
      }
      const shown = interaction.message_id ? this.store.find(interaction.message_id) : this.#answerTo(ghost.id);
      if (interaction.state !== 'failed' && shown) this.dropGhost(ghost.id);
      // A response need not be a message in this channel, so the line disappears after a moment.
      else if (interaction.state === 'answered') setTimeout(() => this.dropGhost(ghost.id), LINGER);
      this.#redraw(ghost);
    });
  }

  /** Uses a command on a user or a message. */
  async useOn(entry, targetId) {
    try {
      await this.run(entry, { target_id: targetId });
    } catch (error) {
      toast({ text: error.message });
    }
  }

  /** Returns the lines for commands of a channel that have no message yet. */
  ghosts(channelId) {
    return this.ghostList.filter((ghost) => ghost.channel === channelId);
  }

  dropGhost(id) {
    const ghost = this.ghostList.find((g) => g.id === id);
    this.ghostList = this.ghostList.filter((g) => g.id !== id);
    if (ghost) this.#redraw(ghost);
  }

  #redraw(ghost) {
    if (ghost.channel === this.store.current) this.ctx.timeline.update();
  }

  #answerTo(interactionId) {
    return this.store.list(this.store.current).find((m) => (m.interaction_metadata ?? m.interaction)?.id === interactionId);
  }

  #answered(message) {
    const id = (message.interaction_metadata ?? message.interaction)?.id;
    const ghost = id && this.ghostList.find((g) => g.id === id);
    if (ghost && (ghost.state !== 'failed' || !(message.flags & LOADING))) this.dropGhost(id);
  }

  /** Shows a modal and submits what the person enters. */
  #fillIn(interaction) {
    showModal(interaction.modal, this.ctx, (fields) => new Promise((resolve, reject) => {
      const sent = api.submitModal({ as: this.store.me, interaction_id: interaction.id, fields });
      this.interactions.begin(sent, (answer) => {
        if (answer.state === 'failed') reject(new Error(failure(answer, 'Something went wrong. Please try again.')));
        else if (answer.state !== 'pending') resolve();
      }).catch(reject);
    }));
  }
}
