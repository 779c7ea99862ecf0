/** The live feed: one WebSocket that reconnects by itself. */
import { feedUrl } from './api.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Feed {
  /**
   * @param {{onFrame: (type: string, data: any) => void, onState: (state: 'live'|'lost') => void}} handlers
   */
  constructor({ onFrame, onState }) {
    this.onFrame = onFrame;
    this.onState = onState;
    this.socket = null;
    this.tries = 0;
    this.timer = 0;
    addEventListener('online', () => this.person && !this.socket && this.#dial());
  }

  /** Follows `person` from now on, and nobody else. */
  follow(person) {
    this.person = person;
    this.tries = 0;
    this.#dial();
  }

  #dial() {
    clearTimeout(this.timer);
    const old = this.socket;
    const socket = new WebSocket(feedUrl(this.person));
    this.socket = socket;
    old?.close();
    socket.onopen = () => {
      if (socket === this.socket) this.tries = 0;
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const { type, data } = JSON.parse(event.data);
      if (type === 'ready') this.onState('live');
      this.onFrame(type, data);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.onState('lost');
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
      this.timer = setTimeout(() => this.#dial(), wait * (0.75 + Math.random() / 2));
    };
  }
}
