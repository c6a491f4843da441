/** Why a number changed, and which settings were changed in that time. */
import { explainChange, listConfigurationChanges } from '@signpost/contract/calls/stats.ts';
import { dayRangeToInstants } from '@signpost/contract/dates/dates.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { splitOf } from '@signpost/contract/insight/stats/why.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { readChanges } from './changes.ts';
import { guard } from './guard.ts';
import { handleQuestion } from './handle-question.ts';
import { readAsked } from './known.ts';
import { type EngineFor, factScope, namedTab } from './viewer.ts';
import { runWhy } from './why.ts';

export function whyRoutes(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>, engineFor: EngineFor): void {
  handleQuestion(app, explainChange, async ({ query, viewer, request, reply }) => {
    const tab = namedTab(viewer, query.tab);
    const question = await readAsked({ db, clock }, viewer, tab, query);
    guard(question);
    if (question.compare === undefined) throw invalid('compare', 'Choose a comparison range to explain the change.');
    const split = splitOf(question.kingstat);
    if (split === null)
      throw invalid('kingstat', 'The parts of this metric do not add up, so its change cannot be split.');
    return await runWhy(await engineFor(request, reply), question, split);
  });

  handleQuestion(app, listConfigurationChanges, async ({ query, viewer }) => {
    const tab = namedTab(viewer, query.tab);
    const { dateRange, timeZone } = readQuestion(
      tab,
      { timeZone: viewer.timeZone, weekStart: viewer.weekStart, ...query },
      clock.now(),
    );
    // A Publisher sees only their own facts, so changes made by staff are left out.
    const isStaff = factScope(viewer) === null;
    if (isStaff) return await readChanges(db, viewer, dayRangeToInstants(dateRange, timeZone));
    return [];
  });
}
