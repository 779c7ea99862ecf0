/** The world as this tab knows it. The feed keeps it up to date, and every view draws from it. */

/** Compares snowflakes as text: the longer one is larger, and equal lengths compare by digits. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const isThread = (channel) => channel.type >= 10 && channel.type <= 12;
export const isDm = (channel) => channel.type === 1 || channel.type === 3;
export const holdsMessages = (channel) => isThread(channel) || isDm(channel) || channel.type === 0 || channel.type === 5;

const TYPING_MS = 9000;

export class Store extends EventTarget {
  constructor() {
    super();
    this.forget();
  }

  /** Forgets everything, before another person's first frame. */
  forget() {
    this.me = null;
    this.people = [];
    this.bots = [];
    this.guilds = [];
    this.channels = new Map();
    this.unread = {};
    this.current = null;
    this.messages = new Map();
    this.fetches = new Set();
    this.typing = new Map();
    this.faces = new Map();
  }

  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Returns the name and picture of a user seen so far: `{id, name, avatar, bot}`. */
  face(id) {
    const person = this.people.find((p) => p.id === id);
    if (person) return { id, name: person.name, avatar: person.avatar_url, bot: false };
    const bot = this.bots.find((b) => b.id === id || b.application_id === id);
    const seen = this.faces.get(id);
    if (bot) return { id: bot.id, name: bot.name, avatar: bot.avatar_url ?? seen?.avatar, bot: true };
    return seen ?? { id, name: 'someone', avatar: null, bot: false };
  }

  /** Returns the name of a role, without an @. */
  roleName(id) {
    const role = this.guilds.flatMap((guild) => guild.roles).find((r) => r.id === id);
    return role?.name.replace(/^@/, '') ?? 'deleted-role';
  }

  channelName(channel) {
    if (!channel) return 'unknown';
    if (!isDm(channel)) return channel.name;
    const others = (channel.recipients ?? []).filter((r) => r.id !== this.me);
    return others.map((r) => this.face(r.id).name ?? r.username).join(', ') || 'direct message';
  }

  list(channelId) {
    return this.messages.get(channelId) ?? [];
  }

  find(messageId) {
    for (const list of this.messages.values()) {
      const hit = list.find((m) => m.id === messageId);
      if (hit) return hit;
    }
    return null;
  }

  mentions() {
    return Object.values(this.unread).reduce((sum, entry) => sum + (entry.mentions ?? 0), 0);
  }

  select(channelId) {
    if (this.current === channelId) return;
    this.current = channelId;
    this.emit('channel', channelId);
  }

  /** Fetches a channel's messages with `ask`. Frames from the feed meanwhile are newer, so they are applied on top. */
  async fetchMessages(channelId, ask) {
    const { me } = this;
    const fetch = { channelId, frames: [] };
    this.fetches.add(fetch);
    try {
      const fetched = await ask(channelId, me);
      this.fetches.delete(fetch);
      // The tab may have switched to another person, who must not see the first one's messages.
      if (me === this.me) this.#setMessages(channelId, fetched, fetch.frames);
    } finally {
      this.fetches.delete(fetch);
    }
  }

  #arrived(channelId, frame) {
    for (const fetch of this.fetches) if (fetch.channelId === channelId) fetch.frames.push(frame);
  }

  /** Stores fetched messages. Unchanged ones keep their identity, so that they are not redrawn. */
  #setMessages(channelId, fetched, since) {
    const known = new Map(this.list(channelId).map((m) => [m.id, m]));
    const list = fetched.map((m) => {
      const old = known.get(m.id);
      return old && JSON.stringify(old) === JSON.stringify(m) ? old : m;
    });
    list.forEach((m) => this.#meet(m));
    list.sort((a, b) => compareIds(a.id, b.id));
    this.messages.set(channelId, list);
    for (const { gone, message } of since) {
      if (gone) this.removeMessage(gone);
      else this.#upsert(message, false);
    }
    this.emit('messages', { channelId });
  }

  /** Adds something to a message that only this tab knows. */
  note(messageId, what) {
    const message = this.find(messageId);
    if (message) this.#upsert({ ...message, ...what }, false);
  }

  removeMessage({ id, channel_id }) {
    this.#arrived(channel_id, { gone: { id, channel_id } });
    if (!this.messages.has(channel_id)) return;
    this.messages.set(channel_id, this.list(channel_id).filter((m) => m.id !== id));
    this.emit('messages', { channelId: channel_id });
  }

  /** Applies one frame of the feed. */
  apply(type, data) {
    const take = {
      ready: () => this.#ready(data),
      message_create: () => this.#upsert(data, true),
      message_update: () => this.#upsert(data, false),
      message_delete: () => this.removeMessage(data),
      channel_create: () => this.#channel(data),
      channel_update: () => this.#channel(data),
      channel_delete: () => {
        this.channels.delete(data.id);
        this.messages.delete(data.id);
        delete this.unread[data.id];
        this.emit('channels');
        this.emit('unread');
      },
      unread: () => {
        this.unread[data.channel_id] = { unread: data.unread, mentions: data.mentions };
        this.emit('unread');
      },
      typing: () => this.#type(data),
      people: () => {
        this.people = data;
        this.emit('people');
      },
      guilds: () => {
        this.guilds = data;
        this.emit('people');
      },
      bots: () => {
        this.bots = data;
        this.emit('people');
        this.emit('commands');
      },
      commands: () => this.emit('commands'),
      notification: () => this.emit('notification', data),
      interaction: () => this.emit('interaction', data),
    }[type];
    take?.();
  }

  #ready(data) {
    this.me = typeof data.person === 'string' ? data.person : (data.person?.id ?? this.me);
    this.people = data.people ?? [];
    this.bots = data.bots ?? [];
    this.guilds = data.guilds ?? [];
    this.channels = new Map((data.channels ?? []).map((c) => [c.id, c]));
    this.unread = data.unread ?? {};
    this.emit('ready');
  }

  #channel(channel) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.emit('channels');
  }

  #meet(message) {
    for (const user of [message.author, ...(message.mentions ?? [])]) {
      if (user) this.faces.set(user.id, { id: user.id, name: user.global_name ?? user.username, avatar: user.avatar_url ?? null, bot: !!user.bot });
    }
  }

  #upsert(message, fresh) {
    this.#meet(message);
    const channelId = message.channel_id;
    this.#arrived(channelId, { message });
    const list = this.list(channelId).slice();
    const at = list.findIndex((m) => m.id === message.id);
    const before = list[at];
    const completed = !!before && !!(before.flags & LOADING) && !(message.flags & LOADING);
    const now = { ...before, ...message };
    if (before) list[at] = now;
    else if (fresh || this.messages.has(channelId)) list.push(message);
    list.sort((a, b) => compareIds(a.id, b.id));
    if (this.messages.has(channelId)) this.messages.set(channelId, list);
    this.#stopTyping(channelId, message.author?.id);
    this.emit('messages', { channelId, message: now, before, fresh: fresh && !before, completed });
  }

  #type({ channel_id, user_id, name }) {
    if (user_id === this.me) return;
    const inChannel = this.typing.get(channel_id) ?? new Map();
    clearTimeout(inChannel.get(user_id)?.timer);
    const timer = setTimeout(() => this.#stopTyping(channel_id, user_id), TYPING_MS);
    inChannel.set(user_id, { name, timer });
    this.typing.set(channel_id, inChannel);
    this.emit('typing');
  }

  #stopTyping(channelId, userId) {
    const inChannel = this.typing.get(channelId);
    const entry = inChannel?.get(userId);
    if (!entry) return;
    clearTimeout(entry.timer);
    inChannel.delete(userId);
    this.emit('typing');
  }
}
