/** Rules, compiled: conditions become closures, and each box knows all the rules that are tried for it. */
import { crc32 } from 'node:zlib';
import { compileConditions, type Matcher, onlyValues } from '@signpost/contract/clicks/condition-match.ts';
import { type ConditionGroup, readConditions } from '@signpost/contract/clicks/conditions.ts';
import { type Allocation, allocationOf, type Known } from './allocation.ts';
import type { RoutingConfig, RuleKind } from './config.ts';

export interface Rule {
  readonly id: number;
  readonly kind: RuleKind;
  readonly name: string;
  readonly conditions: ConditionGroup;
  /** Tells this rule's share of traffic from another's. */
  readonly seed: number;
  /** The only geos and devices that it can match; null where any may. */
  readonly geos: ReadonlySet<string> | null;
  readonly devices: ReadonlySet<string> | null;
  readonly matches: Matcher;
  readonly allocation: Allocation;
}

/** Tells a rule's share of traffic from another's. */
export const seedOf = (ruleId: number): number => crc32(`rule ${ruleId}`);

/** Why a rule is not even tried. */
type RuleProblem = 'rule_paused' | 'bad_conditions';
export interface IdleRule {
  readonly ruleId: number;
  readonly kind: RuleKind;
  readonly name: string;
  readonly problem: RuleProblem;
}

/**
 * The rules of one box in their order. Most rules ask for a geo or a device; those that cannot match a visit's are left
 * out beforehand, once for each geo and device that is seen.
 */
export class RuleList {
  readonly all: readonly Rule[];
  readonly #seen = new Map<string, Map<string, readonly Rule[]>>();

  constructor(all: readonly Rule[]) {
    this.all = all;
  }

  /** Those that may match there, in the same order. */
  for(geo: string, device: string): readonly Rule[] {
    const known = this.#seen.get(geo)?.get(device);
    if (known !== undefined) return known;
    const fitting = this.all.filter(
      ({ geos, devices }) => (geos === null || geos.has(geo)) && (devices === null || devices.has(device)),
    );
    const ofGeo = this.#seen.get(geo) ?? new Map<string, readonly Rule[]>();
    ofGeo.set(device, fitting);
    this.#seen.set(geo, ofGeo);
    return fitting;
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
    const conditions = row.status === 'active' ? readConditions(row.conditions) : null;
    if (conditions === null) {
      const problem = row.status === 'active' ? 'bad_conditions' : 'rule_paused';
      return { ruleId: row.id, kind: row.kind, name: row.name, problem };
    }
    const seed = seedOf(row.id);
    return {
      ...{ id: row.id, kind: row.kind, name: row.name, conditions, seed },
      geos: onlyValues(conditions, 'geo'),
      devices: onlyValues(conditions, 'device'),
      matches: compileConditions(conditions, seed),
      allocation: allocationOf(shares.get(row.id) ?? [], campaigns),
    };
  });
  const ofKind = (kind: RuleKind) => compiled.filter((_, at) => config.rules[at]?.kind === kind);
  const [global, banner] = [ofKind('global'), ofKind('banner')];
  const byId = new Map(ofKind('box').map((rule) => ['id' in rule ? rule.id : rule.ruleId, rule]));
  const own = Map.groupBy(config.boxRules, (row) => row.campaignBoxId);
  return {
    forBox({ id, boxKind }) {
      const ofBox = (own.get(id) ?? []).flatMap(({ ruleId }) => byId.get(ruleId) ?? []);
      const all = [...global, ...(boxKind === 'banner' ? banner : []), ...ofBox];
      return {
        rules: new RuleList(all.filter((rule): rule is Rule => 'matches' in rule)),
        idleRules: all.filter((rule): rule is IdleRule => 'problem' in rule),
      };
    },
  };
}
