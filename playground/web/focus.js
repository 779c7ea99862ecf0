/** Where the focus goes when a message is drawn again. Pure: controls go in as data, an index comes out. */

/**
 * Chooses the control that takes over the focus: the same one if it is still there, else the menu of the next step, else what
 * is in the same place.
 * @param {{id: string, kind?: string, disabled: boolean}[]} before the controls of the old form
 * @param {number} at which of them had the focus; -1 if none had
 * @param {{id: string, kind?: string, disabled: boolean}[]} after the controls of the new form
 * @returns {number} the place in `after`, or -1 if nothing there can have the focus
 */
export function heir(before, at, after) {
  const was = before[at];
  const same = (a, b) => a.id === b.id && a.kind === b.kind;
  const rules = [
    (control) => was && same(control, was),
    (control) => control.kind === 'select' && !before.some((old) => same(old, control)),
    (_, place) => place === at,
    (control) => control.kind === 'select',
    () => true,
  ];
  for (const rule of rules) {
    const found = after.findIndex((control, place) => !control.disabled && rule(control, place));
    if (found >= 0) return found;
  }
  return -1;
}
