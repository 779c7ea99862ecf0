/** Embeds, attachments and pictures of a message. */
import { h, safeUrl } from './dom.js';
import { icon } from './icons.js';
import { markdown, markdownInline } from './markdown-view.js';
import { gallery, picture } from './picture.js';
import { messageTime } from './time.js';

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;
const isPicture = (file) => file.content_type?.startsWith('image/') || PICTURE.test(file.filename ?? '');
const GALLERY = 12;
const bare = (url) => String(url ?? '').split(/[?#]/)[0];

/** Finds the attachment of an embed's picture, which has its size and description. */
const source = (message, url) => (message.attachments ?? []).find((a) => bare(a.url) === bare(url) || bare(a.proxy_url) === bare(url));

/** Returns whether a message has a picture that opens large. */
export const hasPicture = (message) => (message.attachments ?? []).some(isPicture) || (message.embeds ?? []).some((e) => e.image?.url)
  || (message.components ?? []).some(function shows(part) {
    return part.type === GALLERY || (part.components ?? []).some(shows);
  });

/** @returns {HTMLElement[]} the pictures, files and embeds below a message's text */
export function media(message, ctx) {
  const embeds = message.embeds ?? [];
  const used = new Set(embeds.flatMap((e) => [e.image, e.thumbnail, e.footer && { url: e.footer.icon_url }, e.author && { url: e.author.icon_url }]).map((x) => bare(x?.url)));
  const loose = (message.attachments ?? []).filter((a) => !used.has(bare(a.url)));
  const pictures = loose.filter(isPicture);
  const files = loose.filter((a) => !isPicture(a));
  return [
    gallery(pictures.map((p) => picture(p.url, p))),
    files.map(download),
    merged(embeds).map((e) => embed(e, message, ctx)),
  ];
}

/** Embeds with the same address show their pictures together, as on Discord: the first one has them all. */
function merged(embeds) {
  const shown = [];
  for (const one of embeds) {
    const first = one.url && one.image && shown.find((e) => e.url === one.url && e.images.length);
    if (first) first.images.push(one.image);
    else shown.push({ ...one, images: one.image?.url ? [one.image] : [] });
  }
  return shown;
}

function download(file) {
  const href = safeUrl(file.url);
  return h('a', { class: 'file', href, download: file.filename, target: '_blank', rel: 'noopener' },
    icon('file'), h('span', { class: 'file-name' }, file.filename), h('span', { class: 'file-size' }, bytes(file.size)), icon('download'));
}

/** Formats a size in bytes for people. */
export function bytes(count) {
  if (!Number.isFinite(count)) return '';
  if (count < 1024) return `${count} B`;
  return count < 1 << 20 ? `${(count / 1024).toFixed(1)} kB` : `${(count / (1 << 20)).toFixed(1)} MB`;
}

function embed(e, message, ctx) {
  const colour = Number.isInteger(e.color) ? `#${e.color.toString(16).padStart(6, '0')}` : null;
  const pictureOf = (part, kind, fallback) => {
    const from = source(message, part.url) ?? {};
    const about = { ...from, width: part.width ?? from.width, height: part.height ?? from.height, description: part.description ?? from.description, alt: fallback };
    return picture(part.url, about, kind);
  };
  const title = e.title && markdownInline(e.title, ctx);
  const href = e.url && safeUrl(e.url);
  const pictured = e.title ? `Picture of ${e.title}` : 'Picture';
  return h('article', { class: `embed ${e.thumbnail?.url ? 'has-thumb' : ''}`, style: colour ? { '--bar': colour } : {}, 'data-testid': 'embed' },
    h('div', { class: 'embed-body' },
      e.author?.name && h('div', { class: 'embed-author' }, smallPicture(e.author.icon_url), outward(e.author.url, e.author.name)),
      title && h('div', { class: 'embed-title' }, href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, title) : title),
      e.description && h('div', { class: 'embed-text text' }, markdown(e.description, ctx)),
      e.fields?.length > 0 && h('dl', { class: 'fields' }, e.fields.map((f) => h('div', { class: f.inline ? 'field inline' : 'field' },
        h('dt', {}, markdownInline(f.name, ctx)), h('dd', { class: 'text' }, markdown(f.value, ctx)))))),
    e.thumbnail?.url && pictureOf(e.thumbnail, 'thumb', 'Small picture'),
    e.images.length > 1 ? gallery(e.images.map((image) => pictureOf(image, 'picture', pictured)))
      : e.images.length > 0 && pictureOf(e.images[0], 'large', pictured),
    (e.footer?.text || e.timestamp) && h('footer', { class: 'embed-footer' }, smallPicture(e.footer?.icon_url),
      e.footer?.text && h('span', {}, e.footer.text), e.timestamp && h('span', {}, messageTime(e.timestamp))));
}

const outward = (url, text) => {
  const href = url && safeUrl(url);
  return href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text) : h('span', {}, text);
};

const smallPicture = (url) => {
  const src = url && safeUrl(url);
  return src ? h('img', { class: 'embed-icon', src, alt: '', width: 20, height: 20 }) : null;
};
