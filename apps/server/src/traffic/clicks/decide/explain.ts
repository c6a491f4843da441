/** Explains why a click goes where it goes, by watching the decision that the router makes. */

import { conditionWords, type RecordNames, testWords } from '@signpost/contract/traffic/clicks/condition-words.ts';
import { type ConditionNode, isGroup } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { ExplainedNode, ExplainedRule, Explanation } from '@signpost/contract/traffic/clicks/explain.ts';
import { compileConditions, compileTest, type Subject } from '../conditions/condition-match.ts';
import type { Box, Snapshot } from '../snapshot/compile.ts';
import type { Rule } from '../snapshot/rules.ts';
import { boxStateOf, type Decision, decide, type RuleWatcher } from './decide.ts';
import { destinationOf } from './destination.ts';
import { outOf, type PartnerNames, visitDeals } from './explain-deals.ts';
import type { Visit } from './visit.ts';

const nobody: PartnerNames = () => '';

/** Explains one visit; null if there is no such box. */
export function explain(
  snapshot: Snapshot,
  visit: Visit,
  known: { clickId: string; code: string; names?: RecordNames; partners?: PartnerNames },
): Explanation | null {
  const shown = ({ id, name, kind, conditions }: Rule) => ({
    id,
    name,
    kind,
    match: conditions.match,
    words: conditionWords(conditions, known.names),
  });
  const tried = new Map<number, ExplainedRule>();
  const watch: RuleWatcher = (rule, matched, subject) => {
    tried.set(rule.id, {
      ...shown(rule),
      outcome: matched ? 'empty' : 'not_matched',
      conditions: rule.conditions.items.map((node) => nodeOf(node, rule.seed, subject, known.names)),
    });
  };
  const decision = decide(snapshot, visit, watch);
  const { box, rule, campaign, reason } = decision;
  if (box === null) return null;
  const { targetUrl, step } = destinationOf(decision, visit, known);
  const rules = box.rules.all.map((one): ExplainedRule => {
    const seen = tried.get(one.id) ?? { ...shown(one), outcome: 'not_tried', conditions: [] };
    if (one === rule) return { ...seen, outcome: 'decided' };
    return seen;
  });
  const idle = box.idleRules.map(
    ({ ruleId, name, kind, problem }): ExplainedRule => ({
      id: ruleId,
      name,
      kind,
      outcome: 'idle',
      match: 'all',
      conditions: [],
      words: problem === 'rule_paused' ? 'Paused' : 'The conditions cannot be read',
    }),
  );
  const isActive = boxStateOf(snapshot, box, visit.at) === 'active';
  const allocation = isActive ? allocationOf(box, decision) : NOTHING_CHOSEN;
  return {
    at: new Date(visit.at).toISOString(),
    configuration: snapshot.version,
    rules: [...rules, ...idle],
    ...allocation,
    deals: visitDeals(snapshot, decision, visit, known.partners ?? nobody),
    out: outOf(snapshot, decision, visit, { known, partner: known.partners ?? nobody }),
    reason,
    ruleId: rule?.id ?? null,
    campaignId: campaign?.id ?? null,
    targetUrl: targetUrl || null,
    app: step?.result ?? null,
  };
}

function nodeOf(node: ConditionNode, seed: number, subject: Subject, names: RecordNames | undefined): ExplainedNode {
  if (!isGroup(node)) return { words: testWords(node, names), holds: compileTest(node, seed)(subject) };
  const items = node.items.map((item) => nodeOf(item, seed, subject, names));
  return { match: node.match, holds: compileConditions(node, seed)(subject), items };
}

type Choice = Pick<Explanation, 'allocation' | 'skipped'>;
/** A box that takes no clicks chooses nothing, so there is nothing to show. */
const NOTHING_CHOSEN: Choice = { allocation: [], skipped: [] };

function allocationOf(box: Box, { rule, campaign }: Decision): Choice {
  const { candidates, skipped } = rule?.allocation ?? box.allocation;
  const total = candidates.reduce((sum, { weight }) => sum + weight, 0);
  const allocation = candidates.map((candidate) => ({
    campaignId: candidate.campaign.id,
    weight: candidate.weight,
    share: Math.round((candidate.weight / total) * 1000) / 10,
    chosen: candidate.campaign.id === campaign?.id,
  }));
  return { allocation, skipped: [...skipped] };
}
