import { hasToBeFilled } from '@signpost/contract/define/validators.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeField, fieldState, resetField, sameValue, savedField, sectionState } from './form-state.ts';

const required = { validators: [hasToBeFilled] };

describe('a field', () => {
  it('is changed until it equals its reset value again', () => {
    const field = fieldState('a', 'a', required);
    expect(field).toMatchObject({ isChanged: false, isValid: true, errorList: [] });
    const changed = changeField(field, '', required);
    expect(changed).toMatchObject({ isChanged: true, isValid: false, errorList: ['Field has to be filled.'] });
    expect(changeField(changed, 'a', required)).toEqual(field);
    expect(resetField(changed, required)).toEqual(field);
  });

  it('is unchanged once saved', () => {
    expect(savedField(fieldState('b', 'a'))).toMatchObject({ isChanged: false, resetValue: 'b' });
  });

  it('is not validated while hidden', () => {
    expect(fieldState('', 'a', { ...required, hidden: true })).toMatchObject({ isValid: true, isHidden: true });
  });

  it('compares by content', () => {
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

describe('a section', () => {
  const flags = fc.record({ isValid: fc.boolean(), isChanged: fc.boolean(), isHidden: fc.boolean() });

  it('may be submitted only when changed and valid, hidden fields aside', () => {
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
