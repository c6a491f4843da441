import type { KeyboardEvent } from 'react';

/**
 * Enter in a field with options takes the marked option, or else the first match of what was typed, also where the
 * options came from the server after the last key. Without typed text it changes nothing. It is called while the event
 * is captured, because the component forgets which option it has marked when the list opens by typing.
 * @param chosen the text that the field shows while nothing is typed
 */
export const takeFirstMatch = (chosen: string) => (event: KeyboardEvent<HTMLElement>) => {
  const field = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const text = field.value.trim();
  if (list === null || text === '') return;
  const marked = list.querySelector<HTMLElement>('[data-combobox-selected]');
  const first = list.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])');
  const option = marked ?? (text === chosen ? null : first);
  if (option === null) return;
  // Otherwise the same key would also submit the form, and the component would choose a second time.
  event.preventDefault();
  event.stopPropagation();
  option.click();
};
