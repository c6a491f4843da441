/** The palette's search: finds records of every entity the viewer may read, by name, id or phone number. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { searchRecords } from '@signpost/contract/calls/search.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import type { FoundRecord } from '@signpost/contract/records/found.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { optionsOf } from '../../records/options.ts';
import { rowFilter } from '../../records/scope.ts';

const PER_ENTITY = 5;

/** Exact matches of the name come first, then names that begin with the text. */
function rank({ title }: FoundRecord, wanted: string): number {
  const name = title.toLowerCase();
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return 2;
}

export function searchRoutes(app: App, deps: Deps): void {
  handle(app, searchRecords, async ({ query, viewer }) => {
    const readable = entityList.filter((entity) => {
      const hasScreen = (entity.routes.view ?? entity.routes.edit) !== undefined;
      return hasScreen && mayDo(viewer, entity, 'read');
    });
    const found = await Promise.all(
      readable.map(async (entity) => {
        const { options } = await optionsOf(
          deps.db,
          entity,
          { viewer, ask: query, withNumbers: true },
          rowFilter(entity, viewer),
        );
        return options
          .slice(0, PER_ENTITY)
          .map(({ value, label }): FoundRecord => ({ entity: entity.name, kind: entity.one, id: value, title: label }));
      }),
    );
    const wanted = query.q.toLowerCase();
    return found.flat().sort((one, other) => rank(one, wanted) - rank(other, wanted));
  });
}
