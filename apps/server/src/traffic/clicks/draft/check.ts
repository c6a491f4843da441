/** Finds problems of a draft. A pure function of the configuration that uses the router's own code. */

import { isObject } from '@signpost/contract/objects.ts';
import type { FindingCode, FoundProblem } from '@signpost/contract/traffic/clicks/check.ts';
import type { RecordNames } from '@signpost/contract/traffic/clicks/condition-words.ts';
import { NO_CONDITIONS, readConditions } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { Draft } from '@signpost/contract/traffic/clicks/draft.ts';
import type { BoxState } from '@signpost/contract/traffic/clicks/trace.ts';
import { boxStateOf } from '../decide/decide.ts';
import type { SkipReason } from '../snapshot/allocation.ts';
import { compile, type Snapshot } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import type { IdleRule } from '../snapshot/rules.ts';
import { onlyBoxes, withDraft } from './apply.ts';
import { nowhere } from './nowhere.ts';
import { placesOf, type RuleProblem, ruleProblems } from './rules.ts';

/** The maximum number of boxes in which a rule is checked. */
const MOST_BOXES = 25;

const SKIPPED: Record<SkipReason, FindingCode> = {
  campaign_paused: 'campaign_paused',
  campaign_archived: 'campaign_archived',
  campaign_missing: 'campaign_missing',
  bad_target: 'campaign_bad_target',
  dead_link: 'campaign_dead_link',
  weight_zero: 'weight_zero',
};

/** A box that takes no clicks uses neither rules nor campaigns, so nothing else is said about it. */
const CLOSED = {
  paused: { code: 'box_paused', severity: 'note', field: 'status' },
  not_begun: { code: 'box_not_begun', severity: 'note', field: 'validFrom' },
  ended: { code: 'box_ended', severity: 'warning', field: 'validTo' },
} as const satisfies Partial<Record<BoxState, FoundProblem>>;

const IDLE_CODES = {
  rule_paused: 'rule_paused',
  bad_conditions: 'rule_unreadable',
} as const satisfies Record<IdleRule['problem'], FoundProblem['code']>;

/** Weights of the draft that can never apply. */
function shareProblems(draft: Draft, skipped: readonly { campaignId: number; reason: SkipReason }[]): FoundProblem[] {
  const rows: unknown[] = Array.isArray(draft.values.allocation) ? draft.values.allocation : [];
  const reasons = new Map(skipped.map(({ campaignId, reason }) => [campaignId, reason]));
  const seen = new Set<number>();
  return rows.flatMap((row, at): FoundProblem[] => {
    if (!isObject(row) || typeof row.campaignId !== 'number') return [];
    const { campaignId } = row;
    const common = { severity: 'warning', field: `allocation.${at}`, campaignId } as const;
    const twice = seen.has(campaignId);
    seen.add(campaignId);
    const reason = reasons.get(campaignId);
    if (twice) return [{ ...common, code: 'campaign_twice' }];
    if (reason === undefined) return [];
    return [{ ...common, code: SKIPPED[reason] }];
  });
}

const asFound = ({ rule: _rule, conditions: _at, ...problem }: RuleProblem, field: string): FoundProblem => ({
  ...problem,
  field,
});

interface Known {
  config: RoutingConfig;
  snapshot: Snapshot;
  /** `YYYY-MM-DD`. */
  today: string;
  now: number;
  names: RecordNames;
}

function boxProblems(draft: Draft, id: number, { config, snapshot, today, now, names }: Known): FoundProblem[] {
  const box = snapshot.boxes.get(id);
  if (box === undefined) return [];
  const own: unknown[] = Array.isArray(draft.values.rules) ? draft.values.rules : [];
  const fieldOf = (ruleId: number) => {
    if (own.includes(ruleId)) return `rules.${own.indexOf(ruleId)}`;
    return null;
  };
  const world = { places: placesOf(config, box), since: today };
  const { problems, takeAll } = ruleProblems(box.rules.all, world, names);
  const found: FoundProblem[] = [];
  if (box.fallback === null && box.siteFallback === null)
    found.push({ code: 'fallback_missing', severity: 'error', field: 'fallbackUrl' });
  else if (box.fallback === null) found.push({ code: 'fallback_site', severity: 'warning', field: 'fallbackUrl' });
  const state = boxStateOf(snapshot, box, now);
  if (state !== 'active' && state !== 'used_up') return [...found, CLOSED[state]];
  for (const problem of problems) {
    // A global rule belongs to all boxes, so its errors are shown where it is edited.
    const field = fieldOf(problem.rule.id);
    if (field !== null && problem.rule.kind === 'box')
      found.push({ ...asFound(problem, field), rule: problem.rule.name });
  }
  for (const { ruleId, kind, name, problem } of box.idleRules) {
    const field = fieldOf(ruleId);
    if (field !== null && kind === 'box')
      found.push({ code: IDLE_CODES[problem], severity: 'note', field, rule: name });
  }
  found.push(...shareProblems(draft, box.allocation.skipped));
  if (takeAll.length > 0) {
    const before = takeAll.map(({ name }) => name);
    found.push({ code: 'allocation_never', severity: 'warning', field: 'allocation', before });
  } else if (box.allocation.candidates.length === 0)
    found.push({ code: 'allocation_empty', severity: 'warning', field: 'allocation' });
  const places = nowhere(snapshot, id, now);
  const hopeless = box.fallback === null && box.siteFallback === null;
  // Another finding already says that the rule takes no visitor.
  if (places !== null && (box.rules.all.length > 0 || box.allocation.candidates.length > 0))
    found.push({ code: 'nowhere', severity: hopeless ? 'error' : 'warning', field: 'allocation', places });
  return found;
}

function ruleDraftProblems(draft: Draft, id: number, known: Known): FoundProblem[] {
  const { config, snapshot, today, names } = known;
  const row = config.rules.find((one) => one.id === id);
  if (row === undefined) return [];
  // Without a box, every place is possible and no rules come earlier.
  const alone = compile({
    ...config,
    allocations: [],
    boxes: [{ ...ANY_BOX, boxKind: row.kind === 'banner' ? 'banner' : 'regular' }],
    rules: [{ ...row, status: 'active', conditions: readConditions(row.conditions) ?? NO_CONDITIONS }],
    boxRules: [{ campaignBoxId: ANY_BOX.id, ruleId: id }],
  }).boxes.get(ANY_BOX.id)?.rules.all;
  const anywhere = { places: placesOf(config), since: today };
  const itself = ruleProblems(alone ?? [], anywhere, names).problems;
  const found: FoundProblem[] = [];
  if (row.status !== 'active') found.push({ code: 'rule_paused', severity: 'note', field: 'status' });
  found.push(
    ...itself.map((problem): FoundProblem => {
      const last = problem.conditions.at(-1);
      const field = problem.code === 'rule_empty' ? 'allocation' : 'conditions';
      return asFound(problem, last === undefined ? field : `conditions.items.${last}`);
    }),
    ...shareProblems(draft, alone?.[0]?.allocation.skipped ?? []),
  );
  const boxes = [...snapshot.boxes.values()].filter((box) => box.rules.all.some((rule) => rule.id === id));
  if (row.kind === 'box' && row.status === 'active' && !config.boxRules.some(({ ruleId }) => ruleId === id))
    found.push({ code: 'rule_unused', severity: 'note', field: '' });
  if (itself.some(({ code }) => code !== 'rule_empty')) return found;
  for (const box of boxes) {
    const { problems } = ruleProblems(box.rules.all, { places: placesOf(config, box), since: today }, names);
    const here = problems.find(
      ({ rule, code }) => rule.id === id && (code === 'rule_shadowed' || code === 'rule_never'),
    );
    if (here !== undefined) found.push({ ...asFound(here, 'conditions'), boxId: box.id });
  }
  return found;
}

const ANY_BOX = {
  id: 1_999_999_999,
  status: 'active',
  boxKind: 'regular',
  nativeBoxType: null,
  fallbackUrl: '',
  websiteId: null,
  trafficSourceId: null,
  productId: null,
} as const;

const isBox = ({ kind }: Draft): boolean => kind === 'campaignBox' || kind === 'seoCampaignBox';

/** The boxes in which a draft is checked. */
function boxesOf({ boxes, boxRules }: RoutingConfig, draft: Draft, id: number): number[] {
  if (isBox(draft)) return [id];
  if (draft.kind === 'rule')
    return boxRules
      .filter(({ ruleId }) => ruleId === id)
      .map(({ campaignBoxId }) => campaignBoxId)
      .slice(0, MOST_BOXES);
  const kind = draft.kind === 'bannerGlobalRule' ? ['banner'] : ['regular', 'banner', 'seo'];
  return boxes
    .filter(({ boxKind }) => kind.includes(boxKind))
    .map((box) => box.id)
    .slice(0, MOST_BOXES);
}

/** All findings on a draft, in the order of its form. */
export function checkDraft(config: RoutingConfig, draft: Draft, now: Date, names: RecordNames): FoundProblem[] {
  const { config: drafted, id } = withDraft(config, draft);
  const known: Known = {
    config: drafted,
    snapshot: compile(onlyBoxes(drafted, boxesOf(drafted, draft, id))),
    names,
    now: now.getTime(),
    today: now.toISOString().slice(0, 10),
  };
  if (isBox(draft)) return boxProblems(draft, id, known);
  return ruleDraftProblems(draft, id, known);
}
