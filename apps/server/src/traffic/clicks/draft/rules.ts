/** Rules of a box that have no effect, each with the proof that found it. */
import type { FoundProblem } from '@signpost/contract/traffic/clicks/check.ts';
import { conditionWords, type RecordNames } from '@signpost/contract/traffic/clicks/condition-words.ts';
import type { ConditionGroup } from '@signpost/contract/traffic/clicks/conditions.ts';
import { type Claim, canHold, type SenseWorld } from '../conditions/condition-sense.ts';
import type { KnownPlace } from '../conditions/field-sense.ts';
import type { Box } from '../snapshot/compile.ts';
import type { RoutingConfig } from '../snapshot/config.ts';
import type { Rule } from '../snapshot/rules.ts';

const MOST_PLACES = 20_000;

function websitesOf(config: RoutingConfig, box: Pick<Box, 'websiteId'> | undefined): number[] {
  if (box === undefined) return [0, ...config.websites.map(({ id }) => id)];
  if (box.websiteId !== 0) return [box.websiteId];
  return [0, ...config.domains.map(({ websiteId }) => websiteId ?? 0)];
}

/**
 * All places at which a click on this box (or, without a box, on any box) can count; null if there are too many to
 * list.
 */
export function placesOf(config: RoutingConfig, box?: Pick<Box, 'websiteId' | 'trafficSourceId'>): KnownPlace[] | null {
  const publishers = new Map(config.websites.map(({ id, publisherId }) => [id, publisherId ?? 0]));
  const websites = new Set(websitesOf(config, box));
  if (websites.size * (config.sources.length + 1) > MOST_PLACES) return null;
  const known = config.sources.map(({ id, categoryId, publisherId }) => ({ id, categoryId, publisherId }));
  // If the link names no source, the box's own source counts, if it has one.
  const unnamed = box !== undefined && known.some(({ id }) => id === box.trafficSourceId);
  const sources = unnamed ? known : [...known, { id: 0, categoryId: 0, publisherId: 0 }];
  // Referrer hosts and codes may add a publisher; hosts also a website, if nothing else gives one.
  const referrers = config.referrers ?? [];
  if (box === undefined || box.websiteId === 0)
    for (const { websiteId } of referrers) if (websiteId !== null) websites.add(websiteId);
  const owners = new Set([0, ...[...referrers, ...config.codes].map(({ publisherId }) => publisherId ?? 0)]);
  if (websites.size * sources.length * owners.size > MOST_PLACES) return null;
  return sources.flatMap(({ id, categoryId, publisherId }) =>
    [...websites].flatMap((website) =>
      (publisherId ? [0] : [...owners]).map((owner) => ({
        source: id,
        category: categoryId,
        website,
        publisher: publisherId || owner || publishers.get(website) || 0,
      })),
    ),
  );
}

const holds = ({ conditions: node, seed }: Rule): Claim => ({ node, seed, holds: true });
const fails = ({ conditions: node, seed }: Rule): Claim => ({ node, seed, holds: false });

/** Reduces a list to a minimal list that is still enough, by leaving out unnecessary items one by one. */
function needed<T>(all: readonly T[], enough: (some: readonly T[]) => boolean): T[] {
  const single = all.find((one) => enough([one]));
  if (single !== undefined) return [single];
  let needed = [...all];
  for (const one of all) {
    const without = needed.filter((other) => other !== one);
    if (enough(without)) needed = without;
  }
  return needed;
}

/** The positions of the conditions of a group that contradict each other. */
function contradiction({ match, items }: ConditionGroup, seed: number, world: SenseWorld): number[] {
  if (match === 'any') return [];
  const places = items.map((_, at) => at);
  return needed(places, (some) => {
    const node: ConditionGroup = { match, items: some.flatMap((at) => items[at] ?? []) };
    return some.length > 0 && canHold([{ node, seed, holds: true }], world) === 'no';
  });
}

export interface RuleProblem extends Pick<FoundProblem, 'code' | 'severity' | 'before' | 'words'> {
  rule: Rule;
  /** The positions of conditions that contradict each other. */
  conditions: readonly number[];
}

const canTake = (rule: Rule): boolean => rule.allocation.candidates.length > 0;

/** The problems of a rule that comes after the rules `earlier`, all of which can take a click. */
function problemOf(rule: Rule, earlier: readonly Rule[], world: SenseWorld, names: RecordNames): RuleProblem | null {
  const problem = (code: FoundProblem['code'], more: Partial<RuleProblem> = {}): RuleProblem => ({
    rule,
    code,
    severity: 'warning',
    conditions: [],
    ...more,
  });
  const ever = { ...world, since: null };
  if (canHold([holds(rule)], ever) === 'no') {
    const conditions = contradiction(rule.conditions, rule.seed, ever);
    const words = conditions.flatMap((at) => {
      const item = rule.conditions.items[at];
      if (item === undefined) return [];
      return [conditionWords({ match: 'all', items: [item] }, names)];
    });
    return problem('rule_never', { words, conditions });
  }
  if (canHold([holds(rule)], world) === 'no') return problem('rule_over');
  const shadowed = (some: readonly Rule[]) => canHold([holds(rule), ...some.map(fails)], world) === 'no';
  if (earlier.length > 0 && shadowed(earlier))
    return problem('rule_shadowed', { before: needed(earlier, shadowed).map(({ name }) => name) });
  if (canTake(rule)) return null;
  return problem('rule_empty');
}

/** The problems of the rules of a box, and the rules that together take every visit, if they do. */
export function ruleProblems(
  rules: readonly Rule[],
  world: SenseWorld,
  names: RecordNames,
): { problems: RuleProblem[]; takeAll: readonly Rule[] } {
  const problems: RuleProblem[] = [];
  const earlier: Rule[] = [];
  for (const rule of rules) {
    const problem = problemOf(rule, earlier, world, names);
    if (problem !== null) problems.push(problem);
    else earlier.push(rule);
  }
  const takesAll = (some: readonly Rule[]) => canHold(some.map(fails), world) === 'no';
  return { problems, takeAll: earlier.length > 0 && takesAll(earlier) ? needed(earlier, takesAll) : [] };
}
