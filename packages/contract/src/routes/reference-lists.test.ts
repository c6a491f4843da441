import { expect, it } from 'vitest';
import { inSentence } from '../define/words.ts';
import { entityList } from '../entities/index.ts';
import { REFERENCE_LISTS } from './reference-lists.ts';

it('names every kind of reference data as its entity does', () => {
  // The product itself reports these problems of links; nobody adds them.
  const reported = ['linkProblem', 'orphanVisit'];
  const entities = entityList.filter(({ listKind, name }) => listKind !== undefined && !reported.includes(name));
  const named = entities.map(({ adminWrites, listKind, many, one }) => ({
    kind: listKind,
    title: many,
    one: inSentence(one),
    adminWrites,
  }));
  const listed = REFERENCE_LISTS.map(({ adminWrites, kind, title, one }) => ({ kind, title, one, adminWrites }));
  expect(new Set(listed)).toEqual(new Set(named));
});
