/**
 * Interactions this tab has begun, from request to answer. The feed tells of every change of state; when it is silent,
 * the state is asked for.
 */
import * as api from './api.js';

const ASK_AFTER = 4000;
const KEEP_STRANGERS = 30;

/** Is there nothing more to wait for? */
const settled = (state) => state === 'answered' || state === 'failed' || state === 'modal';

export class Interactions {
  constructor() {
    this.own = new Map();
    // The feed can be faster than the answer to the request that tells the id.
    this.early = new Map();
  }

  /**
   * Begins one. `listener` is called with every state it goes through.
   * @param {Promise<{interaction_id: string}>} request
   * @param {(interaction: object) => void} listener
   * @returns {Promise<string>} its id; rejects as the request does
   */
  async begin(request, listener) {
    const { interaction_id: id } = await request;
    this.own.set(id, listener);
    listener({ id, state: 'pending' });
    const early = this.early.get(id);
    this.early.delete(id);
    if (early) this.receive(early);
    else this.#askLater(id);
    return id;
  }

  /** A change of state from the feed. */
  receive(interaction) {
    const listener = this.own.get(interaction.id);
    if (!listener) {
      this.early.set(interaction.id, interaction);
      if (this.early.size > KEEP_STRANGERS) this.early.delete(this.early.keys().next().value);
      return;
    }
    if (settled(interaction.state)) this.own.delete(interaction.id);
    listener(interaction);
  }

  /** After the feed was away: what became of the ones still open? */
  refresh() {
    for (const id of this.own.keys()) this.#ask(id);
  }

  #askLater(id) {
    setTimeout(() => this.own.has(id) && this.#ask(id), ASK_AFTER);
  }

  async #ask(id) {
    try {
      const interaction = await api.interaction(id);
      if (this.own.has(id) && interaction.state !== 'pending') this.receive(interaction);
    } catch (error) {
      if (error.status === 404) this.receive({ id, state: 'failed', error: 'The playground does not know this interaction any more.' });
    }
    if (this.own.has(id)) this.#askLater(id);
  }
}

/** What went wrong, as a sentence. */
export function failure(interaction, fallback) {
  const words = interaction.error;
  if (typeof words === 'string' && words) return words;
  return words?.message ?? fallback;
}
