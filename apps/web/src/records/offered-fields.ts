/** Hides reference fields if this person cannot choose any of their records. */
import { mayChoose, type Viewer } from '@signpost/contract/access/access.ts';
import type { Field, Fields } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';

function isOffered(viewer: Pick<Viewer, 'grade'>, field: Field | undefined): boolean {
  switch (field?.kind) {
    case 'reference':
    case 'references':
      return mayChoose(viewer, entities[field.to]);
    case 'tags':
      return mayChoose(viewer, entities.tag);
    default:
      return true;
  }
}

/** The names among these whose fields a person can fill or filter by. */
export function offeredFields(viewer: Pick<Viewer, 'grade'>, fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => isOffered(viewer, fields[name]));
}
