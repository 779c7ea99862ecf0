/** Decides where the focus goes when a message is redrawn. Pure: takes controls as data and returns an index. */

/**
 * Chooses the control that takes over the focus: the same one if it still exists, else the menu of the next step, else the
 * control in the same position, else a menu, else the nearest control.
 * @param {{id: string, kind?: string, disabled: boolean}[]} before the controls of the old message
 * @param {number} at the index of the one with the focus, or -1
 * @param {{id: string, kind?: string, disabled: boolean}[]} after the controls of the new message
 * @returns {number} an index into `after`, or -1 if no control there can have the focus
 */
export function heir(before, at, after) {
  const was = before[at];
  const same = (a, b) => a.id === b.id && a.kind === b.kind;
  const rules = [
    (control) => was && same(control, was),
    (control) => control.kind === 'select' && !before.some((old) => same(old, control)),
    (_, place) => place === at,
    (control) => control.kind === 'select',
  ];
  for (const rule of rules) {
    const found = after.findIndex((control, place) => !control.disabled && rule(control, place));
    if (found >= 0) return found;
  }
  const far = (place) => (after[place].disabled ? Infinity : Math.abs(place - Math.max(at, 0)));
  const nearest = after.reduce((best, _, place) => (best < 0 || far(place) < far(best) ? place : best), -1);
  return nearest >= 0 && !after[nearest].disabled ? nearest : -1;
}
