/** The formats a text field can be held to: what is wrong with a text, or null. */
import { SOURCE_NAME_CHARACTERS } from '../field-messages.ts';
import type { TextField } from './field.ts';

type Format = NonNullable<TextField['format']>;

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s/?#]+/i.test(value) || /[\s\u0000-\u001f]/.test(value)) return false;
  // Macros stand for values that are filled later; a brace is no character of a URL, so it is checked without them.
  const plain = value.replaceAll(/\{[a-z_0-9]+\}/g, 'x');
  return URL.canParse(plain) && !plain.includes('{') && !plain.includes('}');
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    // The constructor throws a RangeError for a zone it does not know: that is the answer.
    return false;
  }
}

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;
const EMAIL = /^[^\s@<>"(),;:\\[\]]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

const RULES: Record<Format, { holds: (value: string) => boolean; message: string }> = {
  sourceName: { holds: (value) => /^[A-Za-z0-9_]+$/.test(value), message: SOURCE_NAME_CHARACTERS },
  url: { holds: isHttpUrl, message: 'Please give a whole address that starts with http:// or https://.' },
  targetUrl: { holds: isHttpUrl, message: 'Please give a whole address that starts with http:// or https://.' },
  email: { holds: (value) => EMAIL.test(value), message: 'Please give an e-mail address such as name@example.com.' },
  host: {
    holds: (value) => HOST.test(value),
    message: 'Please give a host name such as example.com, without http://.',
  },
  timeZone: { holds: isTimeZone, message: 'Please give a time zone such as Europe/Berlin.' },
  currency: { holds: (value) => /^[A-Z]{3}$/.test(value), message: 'Please give three capital letters such as EUR.' },
  code: { holds: (value) => /^[A-Z0-9_-]+$/i.test(value), message: SOURCE_NAME_CHARACTERS },
};

export function formatProblem(format: Format, value: string): string | null {
  const rule = RULES[format];
  return rule.holds(value) ? null : rule.message;
}
