import { partner } from '@signpost/contract/entities/partner.ts';
import { expect, it } from 'vitest';
import { copyValues, fieldStates, freshValues, knownOf, valuesOf } from './form-values.ts';
import type { RecordRow } from './screen.ts';

const TODAY = '2026-11-22';
const saved: RecordRow = {
  id: 7,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  labels: { partnerTypeId: 'Casino' },
  may: { edit: true, archive: true },
  ...freshValues(partner),
  name: 'Alpha',
  partnerTypeId: 1,
  currency: 'EUR',
  contacts: [{ id: 11, name: 'Jo', labels: {} }],
};

it('puts only writable fields into the form, and rows without their labels', () => {
  const values = valuesOf(partner, saved);
  expect(values).not.toHaveProperty('version');
  expect(values).not.toHaveProperty('labels');
  expect(values).toMatchObject({ name: 'Alpha', contacts: [{ id: 11, name: 'Jo' }] });
  expect(values.contacts).toEqual([{ id: 11, name: 'Jo' }]);
});

it('names a copy as a copy and gives its rows new ids', () => {
  expect(copyValues(partner, saved)).toMatchObject({ name: 'Alpha copy', contacts: [{ name: 'Jo' }] });
  expect(copyValues(partner, saved).contacts).toEqual([{ name: 'Jo' }]);
  expect(saved.contacts).toEqual([{ id: 11, name: 'Jo', labels: {} }]);
});

it('drops fields of an old version that the entity no longer has', () => {
  expect(knownOf(partner, { name: 'Old', shoeSize: 42, id: 7 })).toEqual({ name: 'Old' });
});

it('finds no change in a saved record, whatever it contains', () => {
  const values = valuesOf(partner, saved);
  const { fields } = fieldStates({ entity: partner, values, base: values, refused: [], today: TODAY });
  expect(Object.entries(fields).filter(([, field]) => field.isChanged)).toEqual([]);
});

it('finds exactly the changed field, until it is changed back', () => {
  const base = valuesOf(partner, saved);
  const changed = (values: Record<string, unknown>) =>
    Object.entries(fieldStates({ entity: partner, values, base, refused: [], today: TODAY }).fields)
      .filter(([, field]) => field.isChanged)
      .map(([name]) => name);
  expect(changed({ ...base, name: 'Beta' })).toEqual(['name']);
  expect(changed({ ...base, contacts: [{ id: 11, name: 'Al' }] })).toEqual(['contacts']);
  expect(changed({ ...base, name: 'Alpha' })).toEqual([]);
});

it('finds an empty required field invalid and a filled one valid', () => {
  const stateOf = (name: string) => {
    const values = { ...valuesOf(partner, saved), name };
    return fieldStates({ entity: partner, values, base: values, refused: [], today: TODAY }).fields.name;
  };
  expect(stateOf('')?.isValid).toBe(false);
  expect(stateOf('Alpha')?.isValid).toBe(true);
});

it('shows a server error at its field, even in a row', () => {
  const values = valuesOf(partner, saved);
  const refused = [{ path: 'contacts.0.name', message: 'This contact was archived.' }];
  const { errors, fields } = fieldStates({ entity: partner, values, base: values, refused, today: TODAY });
  expect(errors).toContainEqual(refused[0]);
  expect(fields.contacts).toMatchObject({ isValid: false, errorList: ['This contact was archived.'] });
  expect(fields.name?.isValid).toBe(true);
});
