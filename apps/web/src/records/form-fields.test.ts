import type { FieldError } from '@signpost/contract/envelope.ts';
import { expect, it } from 'vitest';
import { errorsBesideFields } from './form-fields.ts';

const VISIBLE = ['name', 'deals'];

it('shows an error for the whole form when its path is not a field of the form', () => {
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
