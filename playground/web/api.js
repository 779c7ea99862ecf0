/** The people interface over HTTP, with one function for each thing that a person can do. */

/** An error response of the server, with its own message. */
export class ApiError extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const BASE = new URL('playground/v1/', document.baseURI);

async function call(method, path, body, signal) {
  let response;
  try {
    response = await fetch(new URL(path, BASE), {
      method,
      signal,
      // The browser sets this header for a form, boundary included.
      headers: body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : undefined,
      body: body && !(body instanceof FormData) ? JSON.stringify(body) : body,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError("I can't reach the playground. Is it still running?", 0, 0);
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) throw new ApiError(data?.message ?? `Something went wrong (error ${response.status}). Please try again.`, response.status, data?.code ?? 0);
  return data;
}

const get = (path, params = {}) => {
  const query = new URLSearchParams(params).toString();
  return call('GET', query ? `${path}?${query}` : path);
};
const post = (path, body, signal) => call('POST', path, body, signal);

export const people = () => get('people');
export const addPerson = (name) => post('people', { name });
export const unreadOf = (person) => get(`people/${person}/unread`);
export const commands = (as, channel_id) => get('commands', { as, channel_id });
export const messages = (channel, as) => get(`channels/${channel}/messages`, { as });
export const sendMessage = (channel, as, content) => post(`channels/${channel}/messages`, { as, content });
export const markRead = (channel, as) => post(`channels/${channel}/read`, { as });
export const dismiss = (message, as) => post(`messages/${message}/dismiss`, { as });
export const openDm = (as, bot_id) => post('dms', { as, bot_id });
export const autocomplete = (body, signal) => post('autocomplete', body, signal);
export const component = (body) => post('components', body);
export const submitModal = (body) => post('modals', body);
export const interaction = (id) => get(`interactions/${id}`);

/** Runs a command. Files among its options are sent beside the JSON, which names each by its number. */
export function runCommand(body) {
  const files = Object.values(body.options ?? {}).filter((value) => value instanceof File);
  if (!files.length) return post('commands', body);
  const numbered = Object.entries(body.options).map(([name, value]) => [name, value instanceof File ? files.indexOf(value) : value]);
  const form = new FormData();
  form.append('payload_json', JSON.stringify({ ...body, options: Object.fromEntries(numbered) }));
  files.forEach((file, number) => form.append(`files[${number}]`, file));
  return post('commands', form);
}

/** Returns the welcome lines of this playground, or `null` if they cannot be fetched. */
export const welcome = () => get('welcome').catch(() => null);

/** Returns the address of a person's live feed. */
export function feedUrl(person) {
  const url = new URL('events', BASE);
  url.protocol = url.protocol.replace('http', 'ws');
  url.searchParams.set('as', person);
  return url;
}
