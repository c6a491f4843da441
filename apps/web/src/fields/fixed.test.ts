import { OPTION_CAP } from '@signpost/contract/limits.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { expect, it } from 'vitest';
import { FIXED_OPTION_CAP, FIXED_TEXT } from '../ui/fixed.ts';

it('repeats the texts and numbers of the contract in the primitives without a difference', () => {
  expect(TEXT).toMatchObject(FIXED_TEXT);
  expect(FIXED_OPTION_CAP).toBe(OPTION_CAP);
});
