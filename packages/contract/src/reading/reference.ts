/**
 * The one reader of ids that other systems send back: click ids and transaction ids. Networks also send the words that
 * their software has for "nothing", or the macro itself when it was not filled.
 */
import { hasInvisible, trimInvisible } from './invisible.ts';

export type ReferenceReading =
  | { kind: 'reference'; text: string }
  /** Nothing, or a word that stands for nothing. */
  | { kind: 'none' }
  /** A macro that the sender did not fill. */
  | { kind: 'unfilled'; text: string }
  /** An invisible character stands inside. */
  | { kind: 'broken' };

/** Words for "nothing". None of them can be the id of one transaction, since every report of the sender has it. */
const NOTHING: ReadonlySet<string> = new Set([
  'null',
  'nil',
  'none',
  'undefined',
  'nan',
  'n/a',
  'na',
  '#n/a',
  '-',
  '--',
  '0',
  '00',
  'test',
  'empty',
  '(null)',
  '(none)',
  '(not set)',
  'not_set',
  '[object object]',
  'true',
  'false',
]);

/** A name in the brackets of some tracker: `{x}`, `{{x}}`, `${x}`, `%{x}`, `[x]`, `[[[x]]]`, `(x)`, `<x>`, `#x#`, `%x%`, `__x__`, `%7Bx%7D`. */
const MACRO =
  /^(?:[$%#@]?\{{1,3} ?[a-z_][\w.:| -]{0,60} ?\}{1,3}|\[{1,3}[a-z_][\w.:-]{0,60}\]{1,3}|\({1,2}[a-z_][\w.:-]{0,60}\){1,2}|\{[a-z_][\w.-]{0,60}|[a-z_][\w.-]{0,60}\}|<{1,2}[a-z_][\w.:-]{0,60}>{1,2}|#[a-z_][\w.-]{0,60}#|%{1,2}[a-z_][\w.-]{1,60}%{1,2}|__[a-z][\w.-]{0,60}__|\$[a-z_]\w{0,60}\$?|%7b[a-z_][\w.-]{0,60}%7d|:[a-z_]\w{1,60}:?)$/i;
/** A placeholder of a template, in the place where the id belongs. */
const TEMPLATE_WORD =
  /^(?:(?:your|insert|replace|put|add|the|enter)[ _-]?)?(?:aff(?:iliate)?|action|click|conversion|customer|deposit|event|external|goal|lead|offer|order|player|sale|sub|trans|transaction|txn?|unique|user)[ _-]?id$|^(?:optional|replace(?:[_-]?(?:me|this|with[\w-]{1,30}))?|insert[_-][\w-]{1,30}|your[_-][\w-]{1,30})$/i;
/** A macro in braces somewhere in a longer text, as in `net-{transaction_id}`. */
const MACRO_INSIDE = /\{\{?[a-z_][\w.:-]{0,60}\}\}?/i;

/** Whether a value is a macro or a placeholder of a template that nobody filled in, or contains a macro in braces. */
export const isUnfilledMacro = (text: string): boolean =>
  MACRO.test(text) || TEMPLATE_WORD.test(text) || MACRO_INSIDE.test(text);

/** Whether a value says that there is none. */
export const saysNothing = (text: string): boolean => text === '' || NOTHING.has(text.toLowerCase());

/** Reads an id of another system as it is. A text that stands for nothing is not an id. */
export function readReference(given: string): ReferenceReading {
  const text = trimInvisible(given).toWellFormed();
  if (saysNothing(text)) return { kind: 'none' };
  if (isUnfilledMacro(text)) return { kind: 'unfilled', text };
  if (hasInvisible(text)) return { kind: 'broken' };
  return { kind: 'reference', text };
}

const UUID =
  /^(?:urn:uuid:)?["'({[<]*([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})["')}\]>]*$/i;

/** One of our click ids, in lower case and with dashes, whether it came back in capitals, braces, quotes or without dashes. */
export function readClickId(given: string): string | null {
  const [found, ...parts] = UUID.exec(trimInvisible(given)) ?? [];
  if (found === undefined) return null;
  return parts.join('-').toLowerCase();
}
