/** The endpoints of the stats tabs (`influensers` is the specification's spelling), their downloads, facts and stories. */

import { exportStats, readChart, statsCall } from '@signpost/contract/calls/stats.ts';
import { readQuestion, type StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { TABS, tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { goneSignal } from '../../http/gone-signal.ts';
import { withMeta } from '../../http/handle.ts';
import { sendTable } from '../../http/send-table.ts';
import { AttributeCache } from './attributes.ts';
import { boxRoutes } from './box-routes.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { runChart } from './chart.ts';
import { readCompleteness } from './completeness.ts';
import { runTab } from './costs.ts';
import { tabTable } from './export.ts';
import { factRoutes } from './fact-routes.ts';
import { guard } from './guard.ts';
import { handleQuestion } from './handle-question.ts';
import { readAsked } from './known.ts';
import { lifetimeRoutes } from './lifetime-routes.ts';
import { listFigureRoutes } from './list-figures.ts';
import { metaOf } from './run.ts';
import { SharedAnswers } from './shared-answers.ts';
import { askedTab, type EngineFor, factScope, namedTab } from './viewer.ts';
import { whyRoutes } from './why-routes.ts';

function checked(question: StatsQuestion): StatsQuestion {
  guard(question);
  return question;
}

export async function statsRoutes(app: App, deps: Deps): Promise<void> {
  const attributes = new AttributeCache(deps.db);
  for (const channel of ['metadata', 'routing'] as const) {
    const stop = await deps.onNotify?.(channel, () => attributes.forget());
    app.addHook('onClose', async () => await stop?.());
  }
  // The parts of a cluster's other servers are not in sight.
  const answers = deps.clickhouse.cluster === undefined ? new SharedAnswers(deps.clickhouse) : undefined;
  const completeness = readCompleteness(deps);
  const engineFor: EngineFor = async (request, reply) => ({
    clickhouse: deps.clickhouse,
    answers,
    facts: factScope(viewerOf(request)),
    signal: goneSignal(reply),
    attributes: await attributes.get(),
  });
  // The first person after a start should not wait for the records to be read and the engine to open its files.
  app.addHook('onListen', () => {
    const warmUp = async (): Promise<void> => {
      const engine = { clickhouse: deps.clickhouse, answers, facts: null, attributes: await attributes.get() };
      const question = readQuestion(tabOf('global'), { dateRange: 'last7Days' }, deps.clock.now());
      await Promise.all([answers?.warmUp(), runTab(engine, question)]);
    };
    warmUp().catch((err: unknown) => deps.log.warn({ err }, 'the statistics could not be warmed up'));
  });
  for (const path of new Set(Object.values(TABS).map((tab) => tab.path)))
    handleQuestion(app, statsCall({ path }), async ({ query, viewer, request, reply }) => {
      const tab = askedTab(viewer, path, query.tab);
      const question = checked(await readAsked(deps, viewer, tab, query));
      const completeUntil = await completeness.ofQuestion(question);
      const { data, total, freshness } = await runTab(await engineFor(request, reply), question);
      return withMeta(data, { total, freshness, ...completeUntil, ...metaOf(question) });
    });

  handleQuestion(app, readChart, async ({ query, viewer, request, reply }) => {
    const tab = namedTab(viewer, query.tab);
    const question = checked(await readAsked(deps, viewer, tab, query));
    return await runChart(await engineFor(request, reply), question);
  });

  handleQuestion(app, exportStats, async ({ query: { format, ...asked }, viewer, request, reply }) => {
    const tab = namedTab(viewer, asked.tab);
    const question = checked(await readAsked(deps, viewer, tab, asked));
    const engine = await engineFor(request, reply);
    const { start, end } = question.dateRange;
    return await sendTable(reply, await tabTable(engine, question), `${tab.name}-${start}-${end}`, format);
  });

  factRoutes(app, deps, engineFor);
  boxRoutes(app, deps, { engineFor, completeness });
  campaignRoutes(app, deps, engineFor, completeness);
  listFigureRoutes(app, deps, engineFor);
  lifetimeRoutes(app, deps, engineFor);
  whyRoutes(app, deps, engineFor);
}
