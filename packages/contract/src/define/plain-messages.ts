/** Sentences for people where a schema has no message of its own; zod's own name types and properties of programs. */
import type { z } from 'zod';
import {
  atLeast,
  atMost,
  atMostCharacters,
  CHOOSE_ONE,
  NO_SUCH_FIELD,
  WHOLE_NUMBER,
  YES_OR_NO,
} from '../field-messages.ts';
import { MESSAGE } from './validators.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: WHOLE_NUMBER,
  boolean: YES_OR_NO,
  array: 'Send a list.',
  object: 'Send the fields as an object.',
  record: 'Send the fields as an object.',
};

const FORMATS: Readonly<Record<string, string>> = {
  url: MESSAGE.url,
  email: MESSAGE.email,
  datetime: 'Enter a date and a time such as 2026-11-22T09:30:00Z.',
  date: 'Enter a date as YYYY-MM-DD.',
};

const bound = (value: number | bigint): string => String(value);

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return atMostCharacters(Number(maximum));
  if (origin === 'array' || origin === 'set') return `At most ${bound(maximum)} entries.`;
  if (inclusive === false) return `Less than ${bound(maximum)}.`;
  return atMost(bound(maximum));
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') return Number(minimum) <= 1 ? MESSAGE.filled : `At least ${bound(minimum)} characters.`;
  if (origin === 'array' || origin === 'set')
    return Number(minimum) <= 1 ? 'Choose at least one.' : `At least ${bound(minimum)} entries.`;
  if (inclusive === false) return `More than ${bound(minimum)}.`;
  return atLeast(bound(minimum));
}

/** The message of an issue; undefined leaves zod's own. */
export function plainMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return MESSAGE.filled;
      return EXPECTED[issue.expected] ?? 'This value is not allowed here.';
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This text does not have the right form.';
    case 'invalid_value':
      return CHOOSE_ONE;
    case 'unrecognized_keys':
      if (issue.keys.length === 1) return `${NO_SUCH_FIELD} (${issue.keys[0]})`;
      return `These fields do not exist: ${issue.keys.join(', ')}.`;
    case 'not_multiple_of':
      return `Enter a multiple of ${bound(issue.divisor)}.`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'This value is not allowed here.';
    default:
      return undefined;
  }
}
