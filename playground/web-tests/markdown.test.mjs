// Run with `node --test playground/web-tests/`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, parseInline, plainText } from '../web/markdown.js';

/** A tree as a short text: `bold(a)`, so that a row shows what is meant. */
const short = (node) => {
  const inside = node.c ? node.c.map(short).join('') : (node.v ?? node.name ?? node.id ?? '');
  return node.t === 'text' ? node.v : node.t === 'text-block' ? inside : `${node.t}(${inside})`;
};

const inline = [
  ['a **b** c', 'a bold(b) c'],
  ['*a* _b_', 'italic(a) italic(b)'],
  ['***x***', 'bold(italic(x))'],
  ['__u__ ~~s~~ ||p||', 'underline(u) strike(s) spoiler(p)'],
  ['**a *b* c**', 'bold(a italic(b) c)'],
  ['snake_case_name', 'snake_case_name'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['**open', '**open'],
  ['`**x**`', 'code(**x**)'],
  ['`` a`b ``', 'code(a`b)'],
  ['\\*no\\*', '*no*'],
  ['<@12> <@!13> <#14>', 'user(12) user(13) channel(14)'],
  ['</admin settings:15>', 'command(admin settings)'],
  ['<t:0:R>', 'time()'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['[a](https://x.test/b) javascript:alert(1)', 'link(a) javascript:alert(1)'],
  ['[a](javascript:alert)', '[a](javascript:alert)'],
  ['see https://x.test/a_b_c.', 'see link(https://x.test/a_b_c).'],
  ['<https://x.test>', 'link(https://x.test)'],
  ['hi @everyone', 'hi everyone(@everyone)'],
];
for (const [text, want] of inline) {
  test(`inline: ${text}`, () => assert.equal(parseInline(text).map(short).join(''), want));
}

const blocks = [
  ['# Big\ntext', 'heading(Big)text'],
  ['#no', '#no'],
  ['-# small', 'small(small)'],
  ['> a\n> b\nc', 'quote(abr()b)c'],
  ['>>> a\nb', 'quote(abr()b)'],
  ['- a\n  - b\n- c', 'list(item(alist(item(b)))item(c))'],
  ['- a\n1. b', 'list(item(a))list(item(b))'],
  ['1. a\n2. b', 'list(item(a)item(b))'],
  ['x\n```rust\nlet a = *b*;\n```\ny', 'xpre(let a = *b*;)y'],
  ['```a b```', 'pre(a b)'],
  ['a\n\nb', 'abr()br()b'],
];
for (const [text, want] of blocks) {
  test(`blocks: ${JSON.stringify(text)}`, () => assert.equal(parse(text).map(short).join(''), want));
}

test('hostile text parses quickly and is not lost', () => {
  for (const piece of ['*', '_', '**a', '\\', '|', '`', '[(', '> ', '~~', '*_']) {
    const text = piece.repeat(4000 / piece.length);
    assert.ok(parse(text).map(short).join('').length > 0, piece);
  }
});

test('plain text suits a screen reader', () => {
  const names = (kind, id) => `${kind} ${id}`;
  assert.equal(plainText('**Turn** of <@1>\n||x|| `c4`', names), 'Turn of user 1 spoiler c4');
});
