import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDraft, writeDraft } from './draft-store.ts';

const KEY = 'draft:1:partner:edit:7';
const stored = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  stored.clear();
  isFull = false;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('The quota has been exceeded.');
      stored.set(key, value);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('returns every draft as stored, with the version it is based on', () => {
  const values = fc.dictionary(
    fc.string().filter((name) => name !== '__proto__'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.nat(), values, values, (version, base, typed) => {
      const draft = { version, base, values: typed };
      writeDraft(KEY, draft);
      expect(readDraft(KEY)).toEqual(JSON.parse(JSON.stringify(draft)));
    }),
  );
});

it('returns nothing when no draft was stored or the draft was removed', () => {
  expect(readDraft(KEY)).toBeNull();
  writeDraft(KEY, { version: 1, base: {}, values: { name: 'Alpha' } });
  writeDraft(KEY, null);
  expect(readDraft(KEY)).toBeNull();
});

it('returns nothing for a stored value that is not a draft', () => {
  for (const text of [
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '{"version":"1","base":{},"values":{}}',
    '{"version":1,"base":[]}',
  ]) {
    stored.set(KEY, text);
    expect(readDraft(KEY)).toBeNull();
  }
});

it('continues when the storage is full', () => {
  isFull = true;
  expect(() => writeDraft(KEY, { version: 1, base: {}, values: {} })).not.toThrow();
  expect(readDraft(KEY)).toBeNull();
});
