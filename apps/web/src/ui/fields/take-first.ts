import type { KeyboardEvent } from 'react';

/**
 * Enter in a field with options takes the first match of what was typed, also where the options came from the server
 * after the last key and none of them is marked yet. Without typed text it changes nothing.
 */
export function takeFirstMatch(event: KeyboardEvent<HTMLInputElement>): void {
  const { value } = event.currentTarget;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || value.trim() === '' || list === null) return;
  if (list.querySelector('[data-combobox-selected]') !== null) return;
  const first = list.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])');
  if (first === null) return;
  // The form is not sent by the key that chooses an option.
  event.preventDefault();
  first.click();
}
