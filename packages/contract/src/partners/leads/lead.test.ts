import { expect, it } from 'vitest';
import { countryCodeHint } from './lead.ts';

it.each([
  ['0660 7654321', true],
  ['(0660) 765-43.21', true],
  ['+43 660 7654321', false],
  ['0043 660 7654321', false],
  ['43 660 7654321', false],
  ['0a@example.com', false],
])('asks for the country code where %s has none: %s', (contact, isAsked) => {
  expect(countryCodeHint(contact) !== '').toBe(isAsked);
});
