/** Decides who may choose among the records of an entity. */
import { type RecordVerb, screensFor } from '../access/access.ts';
import type { EntityDefinition } from '../define/entity.ts';
import type { Fields } from '../define/field.ts';
import { entityList } from '../entities/index.ts';
import type { RouteName } from '../routes/index.ts';

function refersTo(fields: Fields, name: string): boolean {
  return Object.values(fields).some(
    (field) =>
      ((field.kind === 'reference' || field.kind === 'references') && field.to === name) ||
      (field.kind === 'tags' && name === 'tag') ||
      (field.kind === 'rows' && refersTo(field.of, name)),
  );
}

const USES = ['list', 'read', 'create', 'edit'] as const satisfies readonly RecordVerb[];

/**
 * People who may open a screen of an entity may choose among the records that this entity refers to. Its own records
 * can be chosen by people who may read them.
 */
export function optionRoutes(entity: EntityDefinition): RouteName[] {
  const pickers = entityList.filter((one) => refersTo(one.fields, entity.name));
  const screens = pickers.flatMap((one) => USES.flatMap((verb) => screensFor(one, verb)));
  return [...new Set([...screensFor(entity, 'read'), ...screens])];
}
