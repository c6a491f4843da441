/** "Why did this click go there?", answered for a real click from its facts and the configuration that decided it. */
import { traceClick } from '@signpost/contract/calls/routing.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { bannerGlobalRule } from '@signpost/contract/entities/banner-global-rule.ts';
import { globalRule } from '@signpost/contract/entities/global-rule.ts';
import { rule } from '@signpost/contract/entities/rule.ts';
import { AppError } from '@signpost/contract/errors.ts';
import {
  type ClickTrace,
  type StepOf,
  type TracedFact,
  type TraceStep,
  traceSchema,
} from '@signpost/contract/traffic/clicks/trace.ts';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { goneSignal } from '../../../http/gone-signal.ts';
import { handle } from '../../../http/handle.ts';
import { type TraceNames, traceNames } from '../../../traffic/routing/trace-names.ts';
import { valuesAt } from '../../../traffic/routing/versions/moments.ts';
import { namesFor, referencesOf, words } from '../../../traffic/routing/words.ts';
import { compileStory } from '../../stats/facts-sql.ts';
import { factScope } from '../../stats/viewer.ts';

const rowSchema = z.object({
  fact_id: z.string(),
  kind: z.string(),
  at: z.string(),
  campaign_box_id: z.number(),
  campaign_id: z.number(),
  offer_id: z.number(),
  partner_id: z.number(),
  deal_version: z.number(),
  allocation_version: z.number(),
  reason: z.string(),
  target_url: z.string(),
  trace: z.string(),
});
type Row = z.infer<typeof rowSchema>;
type Traced = Row & { kind: TracedFact['kind']; configuration: string; steps: readonly TraceStep[] };

const KINDS = { visit: true, bot_visit: true, clickout: true } as const;
const isKind = (kind: string): kind is TracedFact['kind'] => kind in KINDS;

const RULES: Record<StepOf<'rule'>['kind'], EntityDefinition> = {
  global: globalRule,
  banner: bannerGlobalRule,
  box: rule,
};

const stepOf = <Name extends TraceStep['step']>(steps: readonly TraceStep[], name: Name): StepOf<Name> | undefined =>
  steps.find((step): step is StepOf<Name> => step.step === name);

/** Facts from before the log stored traces, and facts of conversions, have no trace. */
function traced(row: Row): Traced[] {
  if (row.trace === '' || !isKind(row.kind)) return [];
  try {
    const read = traceSchema.safeParse(JSON.parse(row.trace));
    if (read.success) return [{ ...row, ...read.data, kind: row.kind }];
    return [];
  } catch {
    // Older facts may have a sentence instead of steps.
    return [];
  }
}

/** The rules of the trace as they were when they decided. */
async function rulesOf({ db }: Deps, { steps, configuration }: Traced): Promise<TracedFact['rules']> {
  const tracedRules: TracedFact['rules'] = [];
  for (const step of steps) {
    if (step.step !== 'rule') continue;
    const { kind, ruleId, result } = step;
    const { fields } = RULES[kind];
    const then = await valuesAt(db, RULES[kind], ruleId, Number(configuration));
    const conditions =
      fields.conditions &&
      then &&
      words(fields.conditions, then.conditions, await namesFor(db, referencesOf(fields, then)));
    tracedRules.push({
      id: ruleId,
      kind,
      name: String(then?.name ?? `#${ruleId}`),
      words: conditions ?? '',
      outcome: result === 'matched' ? 'decided' : 'empty',
    });
  }
  return tracedRules;
}

const named = (id: number, name: string) => {
  if (id === 0) return null;
  return { id, name };
};

function campaignOf({ campaign_id: id }: Traced, names: TraceNames, weight: number | undefined) {
  if (id === 0) return null;
  return { id, name: names.campaign(id), weight: weight ?? null };
}

function dealsOf(deal: StepOf<'deal'>, fact: Traced, names: TraceNames): TracedFact['deals'] {
  const { version, dealId, weight = null, skipped = [] } = deal;
  const dealOf = (id: number) => ({ dealId: id, ...names.deal(id) });
  const passed = skipped.map((one) => ({ ...dealOf(one.dealId), weight: null, outcome: one.reason }));
  if (dealId === undefined) return { version, dealVersion: fact.deal_version, asked: passed };
  const chosen = { ...dealOf(dealId), weight, outcome: 'chosen' as const };
  return { version, dealVersion: fact.deal_version, asked: [...passed, chosen] };
}

async function shown(deps: Deps, fact: Traced, names: TraceNames): Promise<TracedFact> {
  const { steps } = fact;
  const campaign = stepOf(steps, 'campaign');
  const deal = stepOf(steps, 'deal');
  return {
    factId: fact.fact_id,
    kind: fact.kind,
    at: new Date(fact.at).toISOString(),
    reason: fact.reason,
    configuration: fact.configuration,
    configuredAt: names.configuredAt(fact.configuration),
    boxId: fact.campaign_box_id || null,
    box: names.box(fact.campaign_box_id),
    allocationVersion: fact.allocation_version,
    targetUrl: fact.target_url,
    rules: await rulesOf(deps, fact),
    campaign: campaignOf(fact, names, campaign?.weight),
    skippedCampaigns: (campaign?.skipped ?? []).map(({ campaignId, reason }) => ({
      id: campaignId,
      name: names.campaign(campaignId),
      reason,
    })),
    deals: deal === undefined ? null : dealsOf(deal, fact, names),
    offer: named(fact.offer_id, names.offer(fact.offer_id)),
    partner: named(fact.partner_id, names.partner(fact.partner_id)),
    fallback: stepOf(steps, 'fallback')?.result ?? null,
    app: stepOf(steps, 'app')?.result ?? null,
  };
}

export function traceRoutes(app: App, deps: Deps): void {
  handle(app, traceClick, async ({ params: { id }, viewer, reply }) => {
    const { sql, params } = compileStory('click', id, factScope(viewer));
    const rows = await deps.clickhouse.query(sql, params, {
      signal: goneSignal(reply),
      parse: (row) => rowSchema.parse(row),
    });
    const facts = rows.flatMap(traced);
    if (facts.length === 0) throw new AppError('ITEM_NOT_FOUND');
    const names = await traceNames(deps.db, facts);
    const trace: ClickTrace = { clickId: id, facts: [] };
    for (const fact of facts) trace.facts.push(await shown(deps, fact, names));
    return trace;
  });
}
