/** The page's keys: those that work everywhere, and the help that lists all of them. */
import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';
import { toast } from './toast.js';

const HELP = [
  ['Anywhere', [
    [['Alt', 'P'], 'Go to the newest board or other picture in the channel'],
    [['Ctrl', '/'], 'Show these keys'],
    [['Esc'], 'Close what is open'],
    [['Tab'], 'Go to the next control'],
  ]],
  ['Writing', [
    [['any letter'], 'Start to write'],
    [['/'], 'List the commands'],
    [['Enter'], 'Send, or take the highlighted suggestion'],
    [['Shift', 'Enter'], 'Start a new line'],
    [['↑'], 'Bring back what you sent last'],
  ]],
  ['In a list of choices', [
    [['↑', '↓'], 'Go through the choices'],
    [['Enter'], 'Take the highlighted one'],
    [['Space'], 'Choose one of several, if there is no search'],
  ]],
  ['In a large picture', [
    [['+', '−', '0'], 'Zoom in, out, and back'],
    [['←', '→'], 'Show the other pictures of the message, or move a zoomed one'],
  ]],
];

const keyed = (event, key) => event.key.toLowerCase() === key || event.code === `Key${key.toUpperCase()}`;

/** @param {{timeline: import('./timeline.js').Timeline}} ctx */
export function startKeys(ctx) {
  byId('open-keys').addEventListener('click', showKeys);
  addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && !event.altKey && event.key === '/') showKeys();
    else if (event.altKey && !control && !event.shiftKey && keyed(event, 'p')) {
      ctx.drawers.close();
      if (!ctx.timeline.showPicture()) toast({ text: 'There is no picture in this channel.' });
    } else return;
    event.preventDefault();
  });
}

/** Opens the help of keys. */
function showKeys() {
  const dialog = byId('dialog');
  const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'));
  dialog.setAttribute('aria-labelledby', 'keys-title');
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  fill(dialog, h('div', { class: 'form', 'data-testid': 'keys' },
    h('header', {}, h('h2', { id: 'keys-title' }, 'Keys'), close),
    h('div', { class: 'keys', tabindex: '0', role: 'region', 'aria-labelledby': 'keys-title' }, HELP.map(([where, keys]) => h('section', {}, h('h3', {}, where),
      h('dl', {}, keys.map(([names, words]) => h('div', {}, h('dt', {}, names.map((name) => [h('kbd', {}, name), ' '])), h('dd', {}, words)))))))));
  dialog.showModal();
  close.focus();
}
