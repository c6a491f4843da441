/** Compiled rules: conditions become closures, and each box knows all the rules that are tried for it. */
import { crc32 } from 'node:zlib';
import { type ConditionGroup, readConditions } from '@signpost/contract/traffic/clicks/conditions.ts';
import type { StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { apart, compileConditions, type Matcher, type Subject, type TextTest } from '../conditions/condition-match.ts';
import { type Allocation, allocationOf, type Known } from './allocation.ts';
import type { RoutingConfig, RuleKind } from './config.ts';
import { RuleIndex, type Texts, Words } from './rule-index.ts';
import { fixed } from './steps.ts';

export interface Rule {
  readonly id: number;
  readonly kind: RuleKind;
  readonly name: string;
  readonly conditions: ConditionGroup;
  /** Makes this rule's share of traffic independent of other rules. */
  readonly seed: number;
  readonly matches: Matcher;
  /**
   * The conditions of a rule in two parts: those for the index look-up, and those that are tested for the visits that
   * it finds.
   */
  readonly texts: readonly TextTest[];
  readonly rest: Matcher;
  readonly allocation: Allocation;
  /** The trace step for this rule. */
  readonly steps: { readonly matched: StepOf<'rule'>; readonly empty: StepOf<'rule'> };
}

/** Makes a rule's share of traffic independent of other rules. */
export const seedOf = (ruleId: number): number => crc32(`rule ${ruleId}`);

/** Why a rule is not even tried. */
type RuleProblem = 'rule_paused' | 'bad_conditions';
export interface IdleRule {
  readonly ruleId: number;
  readonly kind: RuleKind;
  readonly name: string;
  readonly problem: RuleProblem;
}

/** The rules of one box in their order. */
export class RuleList {
  readonly all: readonly Rule[];
  readonly #words: Words;
  #index: RuleIndex | undefined;

  constructor(all: readonly Rule[], words: Words) {
    this.all = all;
    this.#words = words;
  }

  /**
   * Offers the click to the matching rules in their order until one takes it. The result is the same as testing every
   * rule, only faster. `texts` belong to the same visit as `subject`.
   */
  firstTaken(texts: Texts, subject: Subject, take: (rule: Rule) => boolean): void {
    if (!this.#words.canBeIndexed) {
      this.all.find((rule) => rule.matches(subject) && take(rule));
      return;
    }
    // Built when the box gets its first click, because most boxes of a new configuration get their first click much
    // later.
    this.#index ??= new RuleIndex(
      this.all.map((rule) => rule.texts),
      this.#words,
    );
    this.#index.find(texts, (at) => {
      const rule = this.all[at];
      return rule?.rest(subject) === true && take(rule);
    });
  }
}

/** The rules of every box. */
export interface BoxRules {
  forBox(box: { id: number; boxKind: string }): { rules: RuleList; idleRules: readonly IdleRule[] };
}

/** Compiles every rule once; boxes share them. */
export function rulesOf(config: RoutingConfig, campaigns: Known): BoxRules {
  const shares = Map.groupBy(config.ruleAllocations, (row) => row.ruleId);
  const compiled = config.rules.map((row): Rule | IdleRule => {
    const idle = { ruleId: row.id, kind: row.kind, name: row.name };
    if (row.status !== 'active') return { ...idle, problem: 'rule_paused' };
    const conditions = readConditions(row.conditions);
    if (conditions === null) return { ...idle, problem: 'bad_conditions' };
    const seed = seedOf(row.id);
    const { texts, rest } = apart(conditions);
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      conditions,
      seed,
      matches: compileConditions(conditions, seed),
      texts,
      rest: compileConditions(rest, seed),
      allocation: allocationOf(shares.get(row.id) ?? [], campaigns),
      steps: {
        matched: fixed({ step: 'rule', result: 'matched', kind: row.kind, ruleId: row.id }),
        empty: fixed({ step: 'rule', result: 'empty', kind: row.kind, ruleId: row.id }),
      },
    };
  });
  const words = new Words(compiled.flatMap((rule) => ('texts' in rule ? rule.texts : [])));
  const ofKind = (kind: RuleKind) => compiled.filter((_, at) => config.rules[at]?.kind === kind);
  const global = ofKind('global');
  const banner = ofKind('banner');
  const byId = new Map(ofKind('box').map((rule) => ['id' in rule ? rule.id : rule.ruleId, rule]));
  const own = Map.groupBy(config.boxRules, (row) => row.campaignBoxId);
  return {
    forBox({ id, boxKind }) {
      const ofBox = (own.get(id) ?? []).flatMap(({ ruleId }) => byId.get(ruleId) ?? []);
      const ofKindOfBox = boxKind === 'banner' ? banner : [];
      const all = [...global, ...ofKindOfBox, ...ofBox];
      return {
        rules: new RuleList(
          all.filter((rule): rule is Rule => 'matches' in rule),
          words,
        ),
        idleRules: all.filter((rule): rule is IdleRule => 'problem' in rule),
      };
    },
  };
}
