/** Answers of forms as networks send them, each with the part of it that is kept. */
import { expect, it } from 'vitest';
import { LARGEST_ANSWERS, LONGEST_ANSWER, readAnswers } from './answers.ts';

const read = (given: Record<string, unknown>, unknownFields: Record<string, unknown> = {}) =>
  readAnswers(given, unknownFields) ?? { answers: {}, notes: [] };

it.each<[name: string, value: unknown, kept: Record<string, string>, hasNote: boolean]>([
  ['color', ' red ', { color: 'red' }, false],
  ['casl', true, { casl: 'true' }, false],
  ['consent', false, { consent: 'false' }, false],
  ['dob', 19_900_703, { dob: '19900703' }, false],
  ['rate', 0.5, { rate: '0.5' }, false],
  ['note', null, {}, false],
  ['interests', ['a', 'b'], { interests: '["a","b"]' }, false],
  ['consent', { optIn: true }, { consent: '{"optIn":true}' }, false],
  ['exactText', 'x', { exact_text: 'x' }, true],
  ['smsOptIn', 'true', { sms_opt_in: 'true' }, true],
  ['TCPA_Consent', 'yes', { tcpa_consent: 'yes' }, true],
  ['jornaya-lead-id', 'x', { jornaya_lead_id: 'x' }, true],
  ['utm.source', 'x', { utm_source: 'x' }, true],
  ['bad name', 'x', { bad_name: 'x' }, true],
  ['form_fields[age]', '31', { form_fields_age: '31' }, true],
  ['straße', 'x', { stra_e: 'x' }, true],
  ['プラン', 'x', { answer: 'x' }, true],
  ['_id', 'x', { _id: 'x' }, false],
  ['a'.repeat(50), 'x', { ['a'.repeat(40)]: 'x' }, true],
  ['tcpa_text', 'x'.repeat(700), { tcpa_text: 'x'.repeat(700) }, false],
  ['html', '<span data-key="calc:field1">0,00</span>', { html: '<span data-key="calc:field1">0,00</span>' }, false],
  ['long', 'x'.repeat(LONGEST_ANSWER + 1), { long: 'x'.repeat(LONGEST_ANSWER) }, true],
])('keeps %s: %j', (name, value, kept, hasNote) => {
  const { answers, notes } = read({ [name]: value });
  expect(answers).toEqual(kept);
  expect(notes.length > 0).toBe(hasNote);
});

it('keeps both answers whose names become one', () => {
  expect(read({ opt_in: 'a', optIn: 'b', 'opt-in': 'c' }).answers).toEqual({
    opt_in: 'a',
    opt_in_2: 'b',
    opt_in_3: 'c',
  });
});

it('keeps the beginning of answers that are too large together, without half a character', () => {
  const given = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`text${at}`, '😀'.repeat(2_000)]));
  const { answers, notes } = read(given);
  const texts = Object.values(answers);
  const bytes = new TextEncoder().encode(Object.entries(answers).flat().join('')).length;
  expect(bytes).toBeLessThanOrEqual(LARGEST_ANSWERS);
  expect(bytes).toBeGreaterThan(LARGEST_ANSWERS - 1_500);
  expect(texts.every((text) => text.isWellFormed())).toBe(true);
  expect(notes.length).toBeGreaterThan(3);
});

it('keeps fields that are not known beside the answers, each with a note under its own path', () => {
  const { answers, notes } = read({ color: 'red' }, { utmSource: 'x', color: 'blue', ref: null });
  expect(answers).toEqual({ color: 'red', utm_source: 'x', color_2: 'blue' });
  expect(notes).toEqual([
    { path: 'utmSource', message: 'This field is not known. It is kept as the answer “utm_source”.' },
    { path: 'color', message: 'This field is not known. It is kept as the answer “color_2”.' },
  ]);
});
