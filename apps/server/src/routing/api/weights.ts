/** What the last round of automatic weights found, and a round at once. */
import { AppError } from '@signpost/contract/errors.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { beside } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { BOXES } from '../versions/state.ts';
import { lastRound, weighBox } from '../weights/round.ts';

const WHY_NOT = {
  off: 'The weights of this box are frozen or not automatic.',
  busy: 'Somebody saved this box just now. Please try again.',
};

export function weightRoutes(app: App, deps: Deps): void {
  for (const entity of BOXES) routesOf(app, deps, entity);
}

function routesOf(app: App, deps: Deps, entity: (typeof BOXES)[number]): void {
  const schema = { tags: [entity.many], params: z.object({ id: z.coerce.number().int().positive() }) };
  app.get(`/api/${entity.path}/:id/weights`, { config: beside(entity, 'read'), schema }, async (request) => {
    const { id } = request.params;
    return ok(await lastRound(deps.db, id));
  });
  app.post(`/api/${entity.path}/:id/weights`, { config: beside(entity, 'edit'), schema }, async (request) => {
    const { id } = request.params;
    const outcome = await weighBox(deps, id, deps.clock.now());
    if (outcome !== 'done') throw new AppError('VALIDATION', { errors: [{ path: '', message: WHY_NOT[outcome] }] });
    return ok(await lastRound(deps.db, id));
  });
}
