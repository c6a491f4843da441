import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldState, sameValue, sectionState } from './form-state.ts';

const refused = { errors: ['Field has to be filled.'] };

describe('a form field', () => {
  it('is changed until it equals its reset value again', () => {
    expect(fieldState('a', 'a')).toMatchObject({ isChanged: false, isValid: true, errorList: [] });
    expect(fieldState('', 'a', refused)).toMatchObject({
      isChanged: true,
      isValid: false,
      errorList: ['Field has to be filled.'],
    });
  });

  it('is valid while hidden', () => {
    expect(fieldState('', 'a', { ...refused, hidden: true })).toMatchObject({ isValid: true, isHidden: true });
  });

  it('is compared by content', () => {
    fc.assert(fc.property(fc.anything({ withDate: true }), (value) => sameValue(value, value)));
    fc.assert(fc.property(fc.jsonValue(), (value) => sameValue(value, JSON.parse(JSON.stringify(value)))));
    expect(sameValue({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }], c: undefined })).toBe(true);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    expect(sameValue([], {})).toBe(false);
    expect(sameValue(new Date(0), new Date(1))).toBe(false);
    expect(sameValue(null, {})).toBe(false);
    expect(sameValue(1, '1')).toBe(false);
  });
});

describe('a form section', () => {
  const flags = fc.record({ isValid: fc.boolean(), isChanged: fc.boolean(), isHidden: fc.boolean() });

  it('can be submitted only when its visible fields are changed and valid', () => {
    fc.assert(
      fc.property(fc.array(flags), (fields) => {
        const visible = fields.filter((field) => !field.isHidden);
        const state = sectionState(fields);
        expect(state).toEqual(sectionState(visible));
        expect(state.canSubmit).toBe(visible.some((it) => it.isChanged) && !visible.some((it) => !it.isValid));
      }),
    );
  });

  it('is unchanged and valid when empty, so it cannot be submitted', () => {
    expect(sectionState([])).toEqual({ isChanged: false, isValid: true, canSubmit: false });
  });
});
