/** Texts of templates, buttons and defaults are shown as they are; only HTML has places. */

export const PLACES_IN_TEXT = 'Places such as {{ geo }} are filled in the HTML only. Write the place there.';

/** Whether a text has something that looks like a place or a condition. */
export const hasPlaces = (text: unknown): boolean => typeof text === 'string' && /\{\{|\{%/.test(text);
