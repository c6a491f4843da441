/** Addresses of records. */

import type { EntityDefinition } from '../define/entity.ts';
import { buildQuery } from '../reading/brackets.ts';
import { ROUTES, type RouteName } from '../routes/index.ts';
import { fillPath } from '../routes/paths.ts';

/**
 * The path of a record on one of its entity's screens. If that screen is a list with its form beside it, the list with
 * this record's form open.
 */
export function recordPath(entity: EntityDefinition, route: RouteName, id: number): string {
  const { path } = ROUTES[route];
  if (entity.listKind === undefined && path.includes('$'))
    return fillPath(path, { id, offerId: id, duplicateId: id, product: 'product' });
  const kind = entity.listKind === undefined ? {} : { kind: entity.listKind };
  return `${ROUTES[entity.listKind === undefined ? route : entity.routes.list].path}?${buildQuery({ ...kind, open: id })}`;
}
