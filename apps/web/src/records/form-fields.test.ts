import type { FieldError } from '@signpost/contract/api/envelope.ts';
import { expect, it } from 'vitest';
import { errorsBesideFields } from './form-fields.ts';

const VISIBLE = ['name', 'deals'];

it('shows a refusal with the whole form where its path is no field of the form', () => {
  const errors: FieldError[] = [
    { path: 'name', message: 'This name is taken.' },
    { path: 'deals.2.cap', message: 'The cap is too small.' },
    { path: 'companyId', message: 'The company was archived.' },
    { path: '', message: 'The month is closed.' },
  ];
  expect(errorsBesideFields(errors, VISIBLE).map(({ message }) => message)).toEqual([
    'The company was archived.',
    'The month is closed.',
  ]);
});
