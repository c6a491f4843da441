/** The palette's search: records of every entity the viewer may read, by name or id. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import type { FoundRecord } from '@signpost/contract/records/found.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { optionsOf } from '../../records/options.ts';
import { rowFilter } from '../../records/scope.ts';

const PER_ENTITY = 5;

export function searchRoutes(app: App, deps: Deps): void {
  const schema = { tags: ['Search'], querystring: z.object({ q: z.string().trim().min(1).max(200) }) };
  app.get('/api/search', { config: { access: 'signedIn', rows: 'own' }, schema }, async (request) => {
    const viewer = viewerOf(request);
    const readable = entityList.filter((entity) => {
      const target = entity.routes.view ?? entity.routes.edit;
      return target !== undefined && ROUTES[target].built && mayDo(viewer, entity, 'read');
    });
    const found = await Promise.all(
      readable.map(async (entity) => {
        const { options } = await optionsOf(deps.db, entity, viewer, request.query, rowFilter(entity, viewer));
        return options
          .slice(0, PER_ENTITY)
          .map(({ value, label }): FoundRecord => ({ entity: entity.name, kind: entity.one, id: value, title: label }));
      }),
    );
    const wanted = request.query.q.toLowerCase();
    // Who is called exactly so comes first, then whose name begins so.
    const rank = ({ title }: FoundRecord) =>
      title.toLowerCase() === wanted ? 0 : title.toLowerCase().startsWith(wanted) ? 1 : 2;
    return ok(found.flat().sort((one, other) => rank(one) - rank(other)));
  });
}
