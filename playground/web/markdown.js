/**
 * Parses chat markdown into a tree. Pure: no DOM, no network. Any text gives a tree and never an error.
 * Nodes are `{t, …}`: `text {v}`, `code {v}`, `pre {v, lang}`, `br`, and with children `c`: `bold italic underline strike
 * spoiler link {href} heading {level} small quote list {ordered, start} item`; references: `user {id} role {id}
 * channel {id} command {name, id} time {unix, style} emoji {name} everyone {v}`.
 */

const DEEPEST = 12;

const BARE_URL = /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]*_~|]/y;

/** The inline rules, in the order in which they are tried. Each gets the match and a parser for its inner text. */
const INLINE = [
  [/\\([\\`*_{}[\]()#+\-.!~|>@<:])/y, (m) => ({ t: 'text', v: m[1] })],
  [/<@!?(\d{1,20})>/y, (m) => ({ t: 'user', id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ t: 'role', id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ t: 'channel', id: m[1] })],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (m) => ({ t: 'command', name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => ({ t: 'time', unix: Number(m[1]), style: m[2] ?? 'f' })],
  [/<a?:(\w{2,32}):\d{1,20}>/y, (m) => ({ t: 'emoji', name: m[1] })],
  [/@(everyone|here)\b/y, (m) => ({ t: 'everyone', v: m[0] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => ({ t: 'link', href: m[1], c: [{ t: 'text', v: m[1] }] })],
  [/\[([^[\]]{1,500})\]\(<?(https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?: "[^"\n]*")?\)/y, (m, inner) => ({ t: 'link', href: m[2], c: inner(m[1]) })],
  [BARE_URL, (m) => ({ t: 'link', href: m[0], c: [{ t: 'text', v: m[0] }] })],
  [/\*\*\*(?=\S)([^*]+?)\*\*\*/y, (m, inner) => ({ t: 'bold', c: [{ t: 'italic', c: inner(m[1]) }] })],
  [/\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, (m, inner) => ({ t: 'bold', c: inner(m[1]) })],
  [/__(?=\S)([\s\S]+?)__(?!_)/y, (m, inner) => ({ t: 'underline', c: inner(m[1]) })],
  [/~~(?=\S)([\s\S]+?)~~/y, (m, inner) => ({ t: 'strike', c: inner(m[1]) })],
  [/\|\|([\s\S]+?)\|\|/y, (m, inner) => ({ t: 'spoiler', c: inner(m[1]) })],
  [/\*(?=\S)((?:\*\*[^*]*\*\*|[^*])*?[^\s*])\*(?!\*)/y, (m, inner) => ({ t: 'italic', c: inner(m[1]) })],
  [/_(?=\S)((?:__[^_]*__|[^_])*?[^\s_])_(?![\w_])/y, (m, inner) => ({ t: 'italic', c: inner(m[1]) })],
];

/** @returns {object[]} the nodes of a piece of text without blocks */
export function parseInline(text, depth = 0) {
  const nodes = [];
  let plain = '';
  const flush = () => {
    if (plain) nodes.push({ t: 'text', v: plain });
    plain = '';
  };
  let at = 0;
  scan: while (at < text.length) {
    const char = text[at];
    if (char === '\n') {
      flush();
      nodes.push({ t: 'br' });
      at += 1;
      continue;
    }
    if (depth < DEEPEST && /[\\`<@[h*_~|]/.test(char)) {
      if (char === '`') {
        const [end, node] = codeSpan(text, at);
        if (node) {
          flush();
          nodes.push(node);
        } else plain += text.slice(at, end);
        at = end;
        continue;
      }
      for (const [rule, build] of INLINE) {
        if (rule === BARE_URL && /\w/.test(text[at - 1] ?? '')) continue;
        if (char === '_' && /\w/.test(text[at - 1] ?? '')) break;
        rule.lastIndex = at;
        const match = rule.exec(text);
        if (!match) continue;
        flush();
        nodes.push(build(match, (inner) => parseInline(inner, depth + 1)));
        at += match[0].length;
        continue scan;
      }
    }
    plain += char;
    at += 1;
  }
  flush();
  return nodes;
}

/**
 * Reads code between equal runs of backticks. An unmatched run is plain text as a whole, so that long runs are read once.
 * @returns {[number, object|null]} the index after it, and the node if it is code
 */
function codeSpan(text, from) {
  let inside = from;
  while (text[inside] === '`') inside += 1;
  for (let at = text.indexOf('`', inside); at >= 0; at = text.indexOf('`', at)) {
    const start = at;
    while (text[at] === '`') at += 1;
    if (at - start === inside - from) return [at, { t: 'code', v: text.slice(inside, start).replace(/^ (.*[^ ].*) $/, '$1') }];
  }
  return [inside, null];
}

/** @returns {object[]} the nodes of a message's text */
export function parse(text) {
  const nodes = [];
  const fence = /```(?:([\w+#.-]{1,20})\n)?\n?([\s\S]*?)```/g;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    if (!match[2].trim()) continue;
    nodes.push(...parseLines(text.slice(from, match.index).replace(/\n$/, '')));
    nodes.push({ t: 'pre', lang: match[1] ?? '', v: match[2].replace(/\n$/, '') });
    from = match.index + match[0].length;
    if (text[from] === '\n') from += 1;
  }
  nodes.push(...parseLines(text.slice(from)));
  return nodes;
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

function parseLines(text, depth = 0) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split('\n');
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) nodes.push({ t: 'text-block', c: parseInline(paragraph.join('\n')) });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
    const small = /^-# +(\S.*)$/.exec(line);
    if (line.startsWith('>>> ') && depth === 0) {
      flush();
      nodes.push({ t: 'quote', c: parseLines([line.slice(4), ...lines.slice(i + 1)].join('\n'), depth + 1) });
      return nodes;
    }
    if (/^> /.test(line) && depth === 0) {
      flush();
      const quoted = [];
      while (i < lines.length && /^> ?/.test(lines[i])) quoted.push(lines[i++].replace(/^> ?/, ''));
      i -= 1;
      nodes.push({ t: 'quote', c: parseLines(quoted.join('\n'), depth + 1) });
    } else if (heading) {
      flush();
      nodes.push({ t: 'heading', level: heading[1].length, c: parseInline(heading[2]) });
    } else if (small) {
      flush();
      nodes.push({ t: 'small', c: parseInline(small[1]) });
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      const kind = (item) => item[1].length === ITEM.exec(line)[1].length && /\d/.test(item[2]);
      for (; i < lines.length && ITEM.test(lines[i]); i += 1) {
        const item = ITEM.exec(lines[i]);
        // Numbers after bullets at the same depth start another list.
        if (items.length && item[1].length <= items[0][1].length && kind(item) !== kind(items[0])) break;
        items.push(item);
      }
      i -= 1;
      nodes.push(list(items));
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return nodes;
}

/** Builds a list. Items indented deeper than the first become lists inside the item before them. */
function list(items) {
  const [, indent, mark] = items[0];
  const node = { t: 'list', ordered: /\d/.test(mark), start: /\d/.test(mark) ? Number.parseInt(mark, 10) : 1, c: [] };
  for (let i = 0; i < items.length; i += 1) {
    const nested = [];
    while (i < items.length && node.c.length && items[i][1].length > indent.length) nested.push(items[i++]);
    if (nested.length) node.c.at(-1).c.push(list(nested));
    if (i < items.length) node.c.push({ t: 'item', c: parseInline(items[i][3]) });
  }
  return node;
}

/**
 * Returns the text without its markup, as a person would read it aloud. `names` resolves references: `(kind, id) => text`.
 */
export function plainText(text, names = () => '') {
  const read = (node) => {
    switch (node.t) {
      case 'text': case 'code': case 'pre': case 'everyone': return node.v;
      case 'br': return ' ';
      case 'user': case 'channel': case 'role': return names(node.t, node.id);
      case 'command': return `/${node.name}`;
      case 'emoji': return `:${node.name}:`;
      case 'time': return new Date(node.unix * 1000).toLocaleString();
      case 'spoiler': return 'spoiler';
      default: return node.c.map(read).join(node.t === 'list' ? ', ' : '');
    }
  };
  return parse(text).map(read).join(' ').replace(/\s+/g, ' ').trim();
}
