/** Suggestions for the options of a command: fixed choices, people, channels, and the bot's own while the person types. */
import * as api from './api.js';
import { avatar } from './avatar.js';
import { icon } from './icons.js';
import { TYPE } from './slash.js';

const PAUSE = 140;

/** Lists the people, channels and roles that an option can refer to, as `{name, value}`. */
export function known(store) {
  const users = [...store.people, ...store.bots].map((u) => ({ name: u.name, value: u.id }));
  const channels = [...store.channels.values()].filter((c) => c.guild_id).map((c) => ({ name: c.name, value: c.id, type: c.type }));
  const roles = store.guilds.flatMap((guild) => guild.roles).map((r) => ({ name: r.name, value: r.id }));
  return { users, channels, roles };
}

/** Returns the suggestions that need no request, as `{name, value, icon?}`, or `null` for free text. */
export function fixed(option, store) {
  const { users, channels, roles } = known(store);
  if (option.choices?.length) return option.choices;
  if (option.type === TYPE.BOOLEAN) return [{ name: 'true', value: true }, { name: 'false', value: false }];
  // The person comes last, since hardly anyone picks themselves.
  const others = [...users].sort((a, b) => (a.value === store.me) - (b.value === store.me));
  const faces = () => others.map((u) => ({ ...u, icon: avatar(store.face(u.value), 'tiny') }));
  if (option.type === TYPE.USER) return faces();
  if (option.type === TYPE.MENTIONABLE) return [...faces(), ...roles];
  if (option.type === TYPE.ROLE) return roles;
  if (option.type === TYPE.CHANNEL) {
    const types = option.channel_types;
    return channels.filter((c) => !types?.length || types.includes(c.type)).map((c) => ({ ...c, icon: icon('hash') }));
  }
  return null;
}

/** Requests the bot's suggestions. A newer request cancels the older one. */
export class Suggestions {
  constructor() {
    this.controller = null;
    this.timer = 0;
    this.waiting = null;
  }

  /**
   * @param {object} body the body of `POST /autocomplete`
   * @returns {Promise<{choices: object[], timed_out?: boolean, error?: string}|null>} `null` if a newer request took over
   */
  fetch(body) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    this.waiting = new Promise((resolve) => {
      controller.signal.addEventListener('abort', () => resolve(null));
      this.timer = setTimeout(() => {
        api.autocomplete(body, controller.signal).then(resolve, (error) => resolve(error.name === 'AbortError' ? null : { choices: [], error: error.message }));
      }, PAUSE);
    });
    return this.waiting;
  }

  cancel() {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.controller = null;
    this.waiting = null;
  }
}
