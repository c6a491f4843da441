/** What the last round of automatic weights found, and a round at once. */
import { mayWrite } from '@signpost/contract/access.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRecord } from '../../records/read.ts';
import { readRoutes, rowFilter, writeRoutes } from '../../records/scope.ts';
import { lastRound, weighBox } from '../../weights/round.ts';
import { BOXES } from './versions/state.ts';

const WHY_NOT = {
  off: 'The weights of this box are not automatic, or frozen.',
  busy: 'Somebody saved this box just now. Please try again.',
};

export function weightRoutes(app: App, deps: Deps): void {
  for (const entity of BOXES) routesOf(app, deps, entity);
}

function routesOf(app: App, deps: Deps, entity: (typeof BOXES)[number]): void {
  const schema = { tags: [entity.many], params: z.object({ id: z.coerce.number().int().positive() }) };
  app.get(
    `/api/${entity.path}/:id/weights`,
    { config: { access: { routes: readRoutes(entity), action: 'view' } }, schema },
    async (request) => {
      const { id } = request.params;
      await readRecord(deps.db, entity, id, rowFilter(entity, viewerOf(request)));
      return ok(await lastRound(deps.db, id));
    },
  );
  app.post(
    `/api/${entity.path}/:id/weights`,
    { config: { access: { routes: writeRoutes(entity), action: 'add' } }, schema },
    async (request) => {
      const { id } = request.params;
      const viewer = viewerOf(request);
      if (!mayWrite(viewer, entity)) throw new AppError('FORBIDDEN');
      await readRecord(deps.db, entity, id, rowFilter(entity, viewer));
      const outcome = await weighBox(deps, id, deps.clock.now());
      if (outcome !== 'done') throw new AppError('VALIDATION', { errors: [{ path: '', message: WHY_NOT[outcome] }] });
      return ok(await lastRound(deps.db, id));
    },
  );
}
