// Run with `node --test playground/web-tests/`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps, beginners, entries, matches, named, parseSlash, spell, title, valueOf } from '../web/slash.js';

const commands = [
  { name: 'play', description: 'Open a game', bot: { name: 'Dice' }, options: [
    { type: 4, name: 'players', description: 'Seats', min_value: 2, max_value: 4 },
    { type: 3, name: 'game', description: 'Which', required: true, choices: [{ name: 'Chess', value: 'chess' }, { name: 'Checkers', value: 'checkers' }, { name: 'Go', value: 'go' }] },
    { type: 6, name: 'opponent', description: 'Against' },
  ] },
  { name: 'move', description: 'Play a move', bot: { name: 'Dice' }, options: [{ type: 3, name: 'move', description: 'The move', required: true, autocomplete: true }] },
  { name: 'admin', description: '', bot: { name: 'Dice' }, options: [
    { type: 1, name: 'settings', description: 'Change', options: [] },
    { type: 2, name: 'role', options: [{ type: 1, name: 'add', description: 'Add' }] },
  ] },
  { name: 'help', description: 'Help', bot: { name: 'Dice' }, description_localizations: { de: 'Hilfe' } },
  { name: 'help', description: 'Help', bot: { name: 'Other' } },
];
const all = entries(commands);
const known = { users: [{ name: 'Ana', value: '1' }, { name: 'Ben', value: '2' }, { name: 'Bea', value: '3' }], channels: [{ name: 'games', value: '9' }], roles: [{ name: '@everyone', value: '7' }, { name: 'Referees', value: '8' }] };

test('each subcommand is an entry, required options first', () => {
  assert.deepEqual(all.map((e) => e.path), ['admin role add', 'admin settings', 'help', 'move', 'play', 'help']);
  assert.deepEqual(all.find((e) => e.path === 'play').options.map((o) => o.name), ['game', 'players', 'opponent']);
  assert.equal(entries(commands, 'de').find((e) => e.path === 'help').description, 'Hilfe');
});

test('commands that not everybody may use come last', () => {
  const some = [{ name: 'admin', options: [], default_member_permissions: '32' }, { name: 'play', options: [] }, { name: 'board', options: [] }];
  assert.deepEqual(entries(some).map((e) => e.path), ['board', 'play', 'admin']);
});

test('names that start with the query come first', () => {
  assert.deepEqual(matches(all, 'se').map((e) => e.path), ['admin settings']);
  assert.deepEqual(matches(all, '').length, all.length);
  assert.deepEqual(matches(all, 'p').map((e) => e.path), ['play', 'help', 'help']);
  assert.deepEqual(matches(all, 'zzz'), []);
});

test('a name shared by two bots is ambiguous', () => {
  assert.equal(named('/play', all)?.path, 'play');
  assert.equal(named('/help', all), null);
  assert.equal(named('/pla', all), null);
});

const rows = [
  ['/play game:Chess', { game: 'Chess' }],
  ['/play chess', { game: 'chess' }],
  ['/play game:Chess opponent:@Ben players:2', { game: 'Chess', opponent: '@Ben', players: '2' }],
  ['/play Chess players:3', { game: 'Chess', players: '3' }],
  ['/move move:"a1 b2"', { move: 'a1 b2' }],
  ['/move a1: b2', { move: 'a1: b2' }],
  ['/MOVE a1', { move: 'a1' }],
  ['/admin settings', {}],
];
for (const [text, texts] of rows) {
  test(`parses ${text}`, () => assert.deepEqual(parseSlash(text, all).texts, texts));
}

test('unclear text gives an error, not a guess', () => {
  assert.match(parseSlash('/admin settings loud', all).error, /takes no options/);
  assert.equal(parseSlash('/admin', all), null);
  assert.equal(parseSlash('/help', all), null);
});

test('a spelled command parses back', () => {
  const { entry, texts } = parseSlash('/play game:Chess players:2', all);
  assert.equal(spell(entry, texts), '/play game:Chess players:2');
});

const option = (name) => all.find((e) => e.path === 'play').options.find((o) => o.name === name);
const values = [
  ['game', 'chess', { value: 'chess' }],
  ['game', 'g', { value: 'go' }],
  ['game', 'ch', /not one of Chess, Checkers, Go/],
  ['game', ' ', /fill this in/],
  ['players', '', {}],
  ['players', '3', { value: 3 }],
  ['players', '2.5', /whole number/],
  ['players', 'x', /number/],
  ['players', '1', /at least 2/],
  ['players', '9', /at most 4/],
  ['opponent', '@ben', { value: '2' }],
  ['opponent', '<@1>', { value: '1' }],
  ['opponent', 'be', /nobody/],
];
for (const [name, text, want] of values) {
  test(`${name} "${text}"`, () => {
    const got = valueOf(option(name), text, known);
    if (want instanceof RegExp) assert.match(got.error, want);
    else assert.deepEqual(got, want);
  });
}

test('booleans can be words', () => {
  const flag = { name: 'rated', type: 5 };
  assert.deepEqual(valueOf(flag, 'Yes', known), { value: true });
  assert.deepEqual(valueOf(flag, 'off', known), { value: false });
  assert.match(valueOf(flag, 'maybe', known).error, /true or false/);
});

test('roles are found by name and by mention', () => {
  const [role, either] = [{ name: 'who', type: 8 }, { name: 'who', type: 9 }];
  for (const typed of ['referees', '@Ref', '<@&8>', '8']) assert.deepEqual(valueOf(role, typed, known), { value: '8' }, typed);
  assert.match(valueOf(role, 'Ana', known).error, /no role "Ana"/);
  for (const [typed, value] of [['Ana', '1'], ['<@2>', '2'], ['<@&8>', '8'], ['every', '7']]) assert.deepEqual(valueOf(either, typed, known), { value }, typed);
});

test('menu commands are separate from typed ones', () => {
  const both = [...commands, { name: 'Quote', type: 3, bot: { name: 'Other' } }, { name: 'Look at', type: 2, bot: { name: 'Dice' } }];
  assert.deepEqual(entries(both), all);
  assert.deepEqual(apps(both).map((e) => [e.path, e.command.type, title(e)]), [['Look at', 2, 'Look at'], ['Quote', 3, 'Quote']]);
  assert.deepEqual(apps(commands), []);
  assert.equal(title(all[0]), '/admin role add');
});

test('each bot begins with /play or its first choice', () => {
  const found = (all) => beginners(entries(all)).map(({ entry, choices }) => [entry.path, choices.map((c) => c.name)]);
  const of = (command) => ({ ...command, application_id: command.bot.name });
  const own = commands.map(of);
  assert.deepEqual(found(own), [['play', ['Chess', 'Checkers', 'Go']]]);
  const song = { name: 'sing', application_id: 'Other', bot: { name: 'Other' }, options: [{ type: 3, name: 'song', required: true, choices: [{ name: 'A', value: 'a' }] }] };
  assert.deepEqual(found([...own, song]), [['play', ['Chess', 'Checkers', 'Go']], ['sing', ['A']]]);
  const completed = { name: 'play', application_id: 'Other', bot: { name: 'Other' }, options: [{ type: 3, name: 'game', required: true, autocomplete: true }] };
  assert.deepEqual(found([song, completed]), [['play', []]], 'suggestions are not choices');
});

test('a file option rejects typed text', () => {
  const file = { name: 'note', type: 11 };
  assert.match(valueOf(file, 'note.txt', known).error, /choose the file/);
  assert.deepEqual(valueOf(file, '', known), {});
});
