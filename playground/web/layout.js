/** Messages laid out by components (flag 1 << 15): containers, sections, text, galleries, files, separators. */
import { h, safeUrl } from './dom.js';
import { markdown } from './markdown-view.js';
import { gallery, picture } from './picture.js';

const ROW = 1, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13, LINE = 14, CONTAINER = 17;

/**
 * @param {object} part a component in Discord's shape
 * @param {(component: object) => HTMLElement|null} control draws buttons and selects
 */
export function layout(part, control, ctx) {
  const inside = () => (part.components ?? []).map((p) => layout(p, control, ctx));
  const image = (media, description, kind) => picture(media.url, { ...media, description }, kind);
  switch (part.type) {
    case ROW: return h('div', { class: 'component-row' }, (part.components ?? []).map(control));
    case TEXT: return h('div', { class: 'text' }, markdown(part.content ?? '', ctx));
    case SECTION: return h('div', { class: 'section' }, h('div', {}, inside()), part.accessory && layout(part.accessory, control, ctx));
    case THUMBNAIL: return image(part.media, part.description);
    case GALLERY: return gallery((part.items ?? []).map((i) => image(i.media, i.description)));
    case FILE: return h('a', { class: 'file', href: safeUrl(part.file?.url), download: true }, part.name ?? 'file');
    case LINE: return h('hr', { class: part.divider === false ? 'gap' : '' });
    case CONTAINER: {
      const colour = Number.isInteger(part.accent_color) ? `#${part.accent_color.toString(16).padStart(6, '0')}` : null;
      return h('div', { class: 'embed container', style: colour ? { '--bar': colour } : {} }, h('div', { class: 'embed-body' }, inside()));
    }
    default: return control(part);
  }
}
