/** Focuses the field of a finding: `rules.1` is the second row of the field `rules`. */
const CONTROL = 'input, textarea, button, a[href]';

export function focusField(field: string): void {
  const [name = '', ...rest] = field.split('.');
  const whole = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  if (whole === null) return;
  const row = Number(rest.at(-1));
  const rows = whole.querySelectorAll<HTMLElement>('ol > li, [data-row]');
  const place = (rest.length > 0 && Number.isInteger(row) ? rows[row] : undefined) ?? whole;
  place.scrollIntoView({ block: 'center' });
  (place.querySelector<HTMLElement>(CONTROL) ?? place).focus();
}
