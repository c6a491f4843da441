/** Inputs that take typed text. A calendar opens by focus and would cover what stands below, so days are left out. */
const TYPED = ':is(input, textarea):not([disabled], [type="file"], [type="radio"], [aria-haspopup="dialog"])';

/** The first field within an element that can be typed into. */
export const firstInput = (within: Element | null | undefined): HTMLElement | null =>
  within?.querySelector<HTMLElement>(TYPED) ?? null;

/** Puts the cursor into the last of the matching elements once what was just added to them is on the screen. */
export function focusAdded(within: Element | null, selector: string): void {
  requestAnimationFrame(() => firstInput([...(within?.querySelectorAll(selector) ?? [])].at(-1))?.focus());
}
