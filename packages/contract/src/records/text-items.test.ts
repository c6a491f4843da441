import { expect, it } from 'vitest';
import { textItemLabel } from './text-items.ts';

it('names native box types as the form of a box does, and leaves other texts as they are', () => {
  expect(textItemLabel('native_box_type', 'regular_native_box')).toBe('Regular native box');
  expect(textItemLabel('native_box_type', 'a_former_type')).toBe('a_former_type');
  expect(textItemLabel('referrer', 'regular_native_box')).toBe('regular_native_box');
});
