/**
 * Slash commands as data and as text. Pure: takes commands in Discord's shape, returns entries, matches and values.
 * An entry is one runnable command: `{path, command, options, description, bot}`. A subcommand's path is "admin settings".
 */

/** How a command is used: typed, or picked from the menu of a user or a message. */
export const COMMAND = { TYPED: 1, USER: 2, MESSAGE: 3 };
export const TYPE = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, FILE: 11 };

const words = (thing, locale) => thing.description_localizations?.[locale] ?? thing.description ?? '';

/** Lists every runnable command, with one entry for each subcommand, sorted by bot and name. Those that not everybody may use come last. */
export function entries(commands, locale = 'en-US') {
  const found = [];
  const walk = (command, path, node) => {
    const options = node.options ?? [];
    const nested = options.filter((o) => o.type === TYPE.SUB || o.type === TYPE.GROUP);
    if (nested.length) return nested.forEach((o) => walk(command, [...path, o.name], o));
    found.push({
      path: path.join(' '),
      command,
      bot: command.bot,
      description: words(node, locale),
      options: options.map((o) => ({ ...o, description: words(o, locale) })).sort((a, b) => (b.required ? 1 : 0) - (a.required ? 1 : 0)),
    });
  };
  for (const command of commands) if (typeOf(command) === COMMAND.TYPED) walk(command, [command.name], command);
  return found.sort(byBot);
}

/** Lists the commands for users and messages as entries without options, sorted by bot and name. */
export function apps(commands) {
  const found = commands.filter((command) => typeOf(command) !== COMMAND.TYPED);
  return found.map((command) => ({ path: command.name, command, bot: command.bot, description: '', options: [] })).sort(byBot);
}

/** Returns an entry's title: "/admin settings", or the plain name of a command for users or messages. */
export const title = (entry) => (typeOf(entry.command) === COMMAND.TYPED ? `/${entry.path}` : entry.path);

const typeOf = (command) => command.type ?? COMMAND.TYPED;
const isRestricted = (entry) => (entry.command.default_member_permissions != null ? 1 : 0);
const byBot = (a, b) =>
  (a.bot?.name ?? '').localeCompare(b.bot?.name ?? '') || isRestricted(a) - isRestricted(b) || a.path.localeCompare(b.path);

const MOST_CHOICES = 8;

/**
 * Finds the command of each bot that begins something to play: `/play`, or else the first whose required text has fixed choices.
 * @returns {{entry: object, option?: object, choices: {name: string, value: any}[]}[]} `choices` are those of `option`, if they are few
 */
export function beginners(all) {
  const chooses = (entry) => entry.options.find((o) => o.type === TYPE.STRING && o.required && o.choices?.length);
  const bots = [...new Set(all.map((entry) => entry.command.application_id))];
  return bots.flatMap((bot) => {
    const own = all.filter((entry) => entry.command.application_id === bot);
    const entry = own.find((e) => e.path === 'play') ?? own.find((e) => e.path === e.command.name && chooses(e));
    const option = entry && chooses(entry);
    return entry ? [{ entry, option, choices: option && option.choices.length <= MOST_CHOICES ? option.choices : [] }] : [];
  });
}

/** Finds entries for the text after the slash: first by the start of the name, then of a word, then anywhere in it. */
export function matches(all, query) {
  const wanted = query.toLowerCase().trimStart();
  const rank = (entry) => {
    if (entry.path.startsWith(wanted)) return 0;
    if (entry.path.split(/[ _-]/).some((word) => word.startsWith(wanted))) return 1;
    return entry.path.includes(wanted) ? 2 : -1;
  };
  return all.map((entry) => [rank(entry), entry]).filter(([r]) => r >= 0).sort((a, b) => a[0] - b[0]).map(([, entry]) => entry);
}

/** Finds the entries whose full path the text starts with, each with the rest of the text. */
function spelled(text, all) {
  const body = text.replace(/^\//, '');
  const lower = body.toLowerCase();
  const hits = all.filter((e) => lower === e.path || lower.startsWith(`${e.path} `));
  const longest = Math.max(0, ...hits.map((e) => e.path.length));
  return hits.filter((e) => e.path.length === longest).map((entry) => ({ entry, rest: body.slice(longest).trim() }));
}

/** Returns the one entry that this text names in full, or `null` if there is none or several bots share the name. */
export function named(text, all) {
  const hits = spelled(text, all);
  return hits.length === 1 ? hits[0].entry : null;
}

/**
 * Parses "/play game:Protozoa opponent:@Ben". A value ends at the next option's name, and quotes around it are dropped.
 * Text without a name belongs to the only required option, or to the only option.
 * @returns {{entry: object, texts: Record<string, string>, error?: string} | null} `null` if the text names no single command
 */
export function parseSlash(text, all) {
  const hits = spelled(text.trim(), all);
  if (hits.length !== 1) return null;
  const { entry, rest } = hits[0];
  const texts = {};
  const marks = [...rest.matchAll(/(^|\s)([^\s:]{1,32}):/g)].filter((m) => entry.options.some((o) => o.name === m[2].toLowerCase()));
  const loose = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  marks.forEach((mark, i) => {
    const from = mark.index + mark[0].length;
    texts[mark[2].toLowerCase()] = unquote(rest.slice(from, marks[i + 1]?.index ?? rest.length).trim());
  });
  if (!loose) return { entry, texts };
  const required = entry.options.filter((o) => o.required && !(o.name in texts));
  const open = required.length ? required : entry.options.filter((o) => !(o.name in texts));
  if (open.length !== 1) {
    const error = entry.options.length ? `please name the option for "${loose}", for example ${entry.options[0].name}:${loose}` : `/${entry.path} takes no options`;
    return { entry, texts, error };
  }
  return { entry, texts: { ...texts, [open[0].name]: unquote(loose) } };
}

const unquote = (text) => /^"(.*)"$/s.exec(text)?.[1] ?? text;

/** Writes a command as a person would type it. */
export function spell(entry, texts) {
  const parts = entry.options.filter((o) => texts[o.name]).map((o) => `${o.name}:${texts[o.name]}`);
  return [`/${entry.path}`, ...parts].join(' ');
}

const bare = (text) => text.trim().toLowerCase().replace(/^[@#]/, '');

/** Finds the things whose name contains the typed text. Those that start with it come first. */
export function filter(things, text) {
  const wanted = text.trim().toLowerCase().replace(/^[@#]/, '');
  const rank = ({ name }) => (name.toLowerCase().startsWith(wanted) ? 0 : name.toLowerCase().includes(wanted) ? 1 : 2);
  return things.map((t) => [rank(t), t]).filter(([r]) => r < 2).sort((a, b) => a[0] - b[0]).map(([, t]) => t);
}

/** Finds the `{name, value}` thing whose name or value is `text`. */
export function same(things, text) {
  const wanted = bare(text);
  return things.find((x) => bare(x.name) === wanted || String(x.value).toLowerCase() === wanted) ?? null;
}

/** Finds the thing that `text` means: by its name or value, else the only one whose name starts with it. */
export function pick(things, text) {
  const wanted = bare(text);
  const hit = same(things, text);
  if (hit) return hit;
  const starts = wanted ? things.filter((x) => bare(x.name).startsWith(wanted)) : [];
  return starts.length === 1 ? starts[0] : null;
}

/**
 * Parses a typed text as the value of an option.
 * @param {object} option in Discord's shape
 * @param {string} text
 * @param {{users: {name: string, value: string}[], channels: {name: string, value: string}[], roles: {name: string, value: string}[]}} known
 * @returns {{value?: any, error?: string}}
 */
export function valueOf(option, text, known) {
  const raw = text.trim();
  const no = (why) => ({ error: `${option.name}: ${why}` });
  if (!raw) return option.required ? no('please fill this in') : {};
  if (option.choices?.length) {
    const choice = pick(option.choices, raw);
    return choice ? { value: choice.value } : no(`"${raw}" is not one of ${shortList(option.choices.map((c) => c.name))}`);
  }
  switch (option.type) {
    case TYPE.INTEGER: case TYPE.NUMBER: {
      const number = Number(raw.replace(',', '.'));
      if (!Number.isFinite(number)) return no('please enter a number');
      if (option.type === TYPE.INTEGER && !Number.isSafeInteger(number)) return no('please enter a whole number');
      if (number < (option.min_value ?? -Infinity)) return no(`please enter at least ${option.min_value}`);
      if (number > (option.max_value ?? Infinity)) return no(`please enter at most ${option.max_value}`);
      return { value: number };
    }
    case TYPE.BOOLEAN:
      if (/^(true|yes|on|1)$/i.test(raw)) return { value: true };
      if (/^(false|no|off|0)$/i.test(raw)) return { value: false };
      return no('please choose true or false');
    case TYPE.USER: return reference(raw, /^<@!?(\d+)>$/, known.users, (why) => no(`nobody here is called "${why}"`));
    case TYPE.MENTIONABLE: return reference(raw, /^<@[!&]?(\d+)>$/, [...known.users, ...known.roles], (why) => no(`nobody and no role here is called "${why}"`));
    case TYPE.CHANNEL: return reference(raw, /^<#(\d+)>$/, known.channels, (why) => no(`there is no channel "${why}"`));
    case TYPE.ROLE: return reference(raw, /^<@&(\d+)>$/, known.roles, (why) => no(`there is no role "${why}"`));
    case TYPE.FILE: return no('please choose the file');
    default:
      if (raw.length < (option.min_length ?? 0)) return no(`please write at least ${option.min_length} characters`);
      if (raw.length > (option.max_length ?? 6000)) return no(`please write at most ${option.max_length ?? 6000} characters`);
      return { value: raw };
  }
}

function reference(raw, mention, things, no) {
  const id = mention.exec(raw)?.[1];
  const hit = id ? things.find((x) => x.value === id) : pick(things, raw);
  return hit ? { value: hit.value } : no(raw);
}

const shortList = (names) => (names.length > 6 ? `${names.slice(0, 6).join(', ')} …` : names.join(', '));
