/** The page's own icons, 24 by 24, drawn in the colour of the surrounding text. */

const PATHS = {
  hash: ['M9.5 4 7.5 20', 'M16.5 4l-2 16', 'M4.5 9h16', 'M3.5 15h16'],
  thread: ['M6 4v9a4 4 0 0 0 4 4h9', 'M15.5 13.5 19 17l-3.5 3.5'],
  at: ['M16 8v5a2.6 2.6 0 0 0 5 0v-1a9 9 0 1 0-3.6 7.2', 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z'],
  menu: ['M4 7h16', 'M4 12h16', 'M4 17h16'],
  people: ['M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z', 'M2.5 20a6.5 6.5 0 0 1 13 0', 'M16 4.6a4 4 0 0 1 0 6.8', 'M18.5 14.6A6.5 6.5 0 0 1 21.5 20'],
  close: ['M6 6l12 12', 'M18 6 6 18'],
  sun: ['M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'M12 2.5v2', 'M12 19.5v2', 'M2.5 12h2', 'M19.5 12h2', 'M5.3 5.3l1.4 1.4', 'M17.3 17.3l1.4 1.4', 'M5.3 18.7l1.4-1.4', 'M17.3 6.7l1.4-1.4'],
  moon: ['M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z'],
  updown: ['M8 10l4-4 4 4', 'M8 14l4 4 4-4'],
  down: ['M6 9l6 6 6-6'],
  left: ['M15 5l-7 7 7 7'],
  right: ['M9 5l7 7-7 7'],
  play: ['M7 4.5v15l12.5-7.5L7 4.5Z'],
  pause: ['M8 5v14', 'M16 5v14'],
  keyboard: ['M4 6h16a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 20 18H4a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 4 6Z', 'M6.5 10h.01', 'M10 10h.01', 'M14 10h.01', 'M17.5 10h.01', 'M8 14h8'],
  arrowdown: ['M12 5v14', 'M6 13l6 6 6-6'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  more: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
  plus: ['M12 5v14', 'M5 12h14'],
  minus: ['M5 12h14'],
  external: ['M14 4h6v6', 'M20 4l-9 9', 'M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5'],
  slash: ['M15 4 9 20'],
  send: ['M4 12 20 4l-4.5 16-4-6.5L4 12Z', 'M11.5 13.5 20 4'],
  eye: ['M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z', 'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z'],
  file: ['M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z', 'M14 3v5h5'],
  download: ['M12 4v11', 'M7 11l5 5 5-5', 'M5 20h14'],
  reply: ['M9 7 4 12l5 5', 'M4 12h10a6 6 0 0 1 6 6'],
  warn: ['M12 4 2.5 20h19L12 4Z', 'M12 10v4.5', 'M12 17.3v.2'],
  bot: ['M6 9h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z', 'M12 5v4', 'M9 13.5v1', 'M15 13.5v1'],
  person: ['M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z', 'M4.5 20a7.5 7.5 0 0 1 15 0'],
  mail: ['M4 6h16v12H4z', 'M4 7l8 6 8-6'],
  fit: ['M4 9V4h5', 'M20 9V4h-5', 'M4 15v5h5', 'M20 15v5h-5'],
  swap: ['M4 8h14', 'M14 4l4 4-4 4', 'M20 16H6', 'M10 12l-4 4 4 4'],
};

const NS = 'http://www.w3.org/2000/svg';

/**
 * Draws an icon. Screen readers skip it, so the control around it needs a label.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const d of PATHS[name]) {
    const path = document.createElementNS(NS, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}
