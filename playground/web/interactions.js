/**
 * The interactions that this tab has begun, from request to response. The feed reports every change of state. If it stays
 * silent, the tab fetches the state.
 */
import * as api from './api.js';

const FETCH_AFTER = 4000;
const KEEP_EARLY = 30;

/** Returns whether an interaction has reached its last state. */
const settled = (state) => state === 'answered' || state === 'failed' || state === 'modal';

export class Interactions {
  constructor() {
    this.own = new Map();
    // The feed can report an interaction before the request returns its id.
    this.early = new Map();
  }

  /**
   * Begins an interaction. `listener` is called with each of its states.
   * @param {Promise<{interaction_id: string}>} request
   * @param {(interaction: object) => void} listener
   * @returns {Promise<string>} its id; rejects if the request does
   */
  async begin(request, listener) {
    const { interaction_id: id } = await request;
    this.own.set(id, listener);
    listener({ id, state: 'pending' });
    const early = this.early.get(id);
    this.early.delete(id);
    if (early) this.receive(early);
    else this.#fetchLater(id);
    return id;
  }

  /** Takes a change of state from the feed. */
  receive(interaction) {
    const listener = this.own.get(interaction.id);
    if (!listener) {
      this.early.set(interaction.id, interaction);
      if (this.early.size > KEEP_EARLY) this.early.delete(this.early.keys().next().value);
      return;
    }
    if (settled(interaction.state)) this.own.delete(interaction.id);
    listener(interaction);
  }

  /** Fetches the state of all open interactions, after the feed was interrupted. */
  refresh() {
    for (const id of this.own.keys()) this.#fetch(id);
  }

  #fetchLater(id) {
    setTimeout(() => this.own.has(id) && this.#fetch(id), FETCH_AFTER);
  }

  async #fetch(id) {
    try {
      const interaction = await api.interaction(id);
      if (this.own.has(id) && interaction.state !== 'pending') this.receive(interaction);
    } catch (error) {
      if (error.status === 404) this.receive({ id, state: 'failed', error: 'The playground no longer knows this interaction. Please try again.' });
    }
    if (this.own.has(id)) this.#fetchLater(id);
  }
}

/** Returns the reason of a failure as a sentence. */
export function failure(interaction, fallback) {
  const words = interaction.error;
  if (typeof words === 'string' && words) return words;
  return words?.message ?? fallback;
}
