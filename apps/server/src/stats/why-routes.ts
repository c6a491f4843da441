/** Routes that explain why a number changed, and list configuration changes in the same period. */
import { dayRangeToInstants } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { readQuestion } from '@signpost/contract/stats/query.ts';
import { splitOf } from '@signpost/contract/stats/why.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { viewerOf } from '../http/access.ts';
import type { App } from '../http/app-type.ts';
import { ok } from '../http/envelope.ts';
import { readChanges } from './changes.ts';
import { guard } from './guard.ts';
import { type EngineFor, factScope, namedTab } from './viewer.ts';
import { runWhy } from './why.ts';

const wrong = (path: string, message: string) => new AppError('VALIDATION', { errors: [{ path, message }] });

export function whyRoutes(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>, engineFor: EngineFor): void {
  const config = { access: { routes: ['stats'], action: 'view' }, rows: 'own' } as const;
  const schema = { tags: ['Statistics'], querystring: z.record(z.string(), z.unknown()) };

  app.get('/api/statistics/why', { config, schema }, async (request, reply) => {
    const viewer = viewerOf(request);
    const tab = namedTab(viewer, request.query.tab);
    const question = readQuestion(tab, { timeZone: viewer.timeZone, ...request.query }, clock.now());
    guard(question);
    if (question.compare === undefined) throw wrong('compare', 'Two ranges are needed to say why a number moved.');
    const split = splitOf(question.kingstat);
    if (split === null)
      throw wrong('kingstat', 'The parts of this metric do not add up, so its change cannot be split.');
    return ok(await runWhy(await engineFor(request, reply), question, split));
  });

  app.get('/api/statistics/changes', { config, schema }, async (request) => {
    const viewer = viewerOf(request);
    const tab = namedTab(viewer, request.query.tab);
    const { dateRange, timeZone } = readQuestion(tab, { timeZone: viewer.timeZone, ...request.query }, clock.now());
    // A publisher sees its own facts, but not the changes made by staff.
    const isStaff = factScope(viewer) === null;
    return ok(isStaff ? await readChanges(db, viewer, dayRangeToInstants(dateRange, timeZone)) : []);
  });
}
