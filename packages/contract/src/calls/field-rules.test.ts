import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldRules } from './field-rules.ts';

const body = z.strictObject({
  reason: z.string().trim().min(1).max(200),
  amount: z.string().regex(/^\d+$/),
  note: z.string().max(1000).default(''),
  term: z.number().int().nullable(),
  ids: z.array(z.number()).min(1),
  code: z.string().max(3).optional(),
  upper: z
    .string()
    .max(9)
    .transform((text) => text.toUpperCase()),
});

it.each([
  ['reason', { isRequired: true, maxLength: 200 }],
  ['amount', { isRequired: true, maxLength: undefined }],
  ['note', { isRequired: false, maxLength: 1000 }],
  ['term', { isRequired: false, maxLength: undefined }],
  ['ids', { isRequired: true, maxLength: undefined }],
  ['code', { isRequired: false, maxLength: 3 }],
  ['upper', { isRequired: false, maxLength: 9 }],
  ['unknown', { isRequired: false, maxLength: undefined }],
])('The field “%s” of a body has the rules of its schema.', (name, rules) => {
  expect(fieldRules({ body }, name)).toEqual(rules);
});
