/** The figures beside the records of a list. */
import { z } from 'zod';
import type { EntityDefinition } from '../define/entity.ts';
import { FIGURES_MAX_RECORDS, listFiguresSchema } from '../insight/stats/list-figures.ts';
import { defineCall } from './define-call.ts';

/** The call for the figures of an entity's records. */
export function listFiguresCall(entity: EntityDefinition) {
  return defineCall({
    name: `${entity.name}.figures`,
    summary: `${entity.many}: how each of them does today and in the last seven days; empty for people without statistics.`,
    tag: entity.many,
    method: 'GET',
    path: `${entity.path}/figures`,
    access: { record: entity, verb: 'list' },
    rows: 'own',
    query: z.object({ ids: z.array(z.coerce.number().int().positive()).min(1).max(FIGURES_MAX_RECORDS) }),
    answer: listFiguresSchema,
  });
}
