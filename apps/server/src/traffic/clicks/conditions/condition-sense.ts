/**
 * Decides whether any visit can fulfil conditions, which distinguishes a rule that never matches from one that rarely does.
 * "No" is a proof; where the search would take too long, the answer is "unknown" and nothing is claimed.
 */
import { type ConditionNode, isGroup } from '@signpost/contract/traffic/clicks/conditions.ts';
import {
  addressHolds,
  type KnownPlace,
  type Literal,
  placesHold,
  shareHolds,
  textHolds,
  timeHolds,
  visitorHolds,
} from './field-sense.ts';
import { freeHolds } from './free-sense.ts';

export interface SenseWorld {
  /** Every place that is possible; null if there are too many to check, so that every id counts as possible. */
  places: readonly KnownPlace[] | null;
  /** The first day that is looked at, `YYYY-MM-DD`; null for all time. */
  since: string | null;
}

/** Conditions that must hold, or must not hold; `seed` belongs to their rule. */
export interface Claim {
  node: ConditionNode;
  seed: number;
  holds: boolean;
}

const MOST_STEPS = 5_000;

/** Whether the claims about one field and the fields related to it can be true of one visit. */
function consistent(added: Literal, all: readonly Literal[], world: SenseWorld): boolean {
  const { field } = added.test;
  const same = all.filter(({ test }) => test.field === field);
  switch (field) {
    case 'source':
    case 'category':
    case 'publisher':
    case 'website':
      return placesHold(all, world.places);
    case 'hours':
    case 'dates':
      return timeHolds(all, world.since);
    case 'address':
      return addressHolds(same);
    case 'visitor':
      return visitorHolds(same);
    case 'share':
      return shareHolds(same);
    case 'geo':
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return textHolds(field, same);
    default:
      return freeHolds(field, same);
  }
}

/** Whether some visit makes all of the claims true. */
export function canHold(claims: readonly Claim[], world: SenseWorld): 'yes' | 'no' | 'unknown' {
  let steps = 0;

  function search(todo: readonly Claim[], literals: readonly Literal[]): 'yes' | 'no' | 'unknown' {
    steps += 1;
    if (steps > MOST_STEPS) return 'unknown';
    const open: Claim[][] = [];
    const queue = [...todo];
    let known = literals;
    for (let claim = queue.pop(); claim !== undefined; claim = queue.pop()) {
      const { node, seed, holds } = claim;
      if (!isGroup(node)) {
        const added = { test: node, seed, is: node.is === holds };
        known = [...known, added];
        if (!consistent(added, known, world)) return 'no';
        continue;
      }
      const parts = node.items.map((item) => ({ node: item, seed, holds }));
      // An empty group holds for everybody.
      if (parts.length === 0 && !holds) return 'no';
      if (parts.length <= 1 || (node.match === 'all') === holds) queue.push(...parts);
      else open.push(parts);
    }
    // The choice with the fewest alternatives comes first.
    open.sort((one, other) => one.length - other.length);
    const [choice, ...rest] = open;
    if (choice === undefined) return 'yes';
    let unknown = false;
    for (const part of choice) {
      const others = rest.map((parts) => asGroup(parts));
      const answer = search([part, ...others], known);
      if (answer === 'yes') return 'yes';
      if (answer === 'unknown') unknown = true;
    }
    if (unknown) return 'unknown';
    return 'no';
  }

  return search(claims, []);
}

/** A choice that is still open, as one claim that holds if any of its alternatives does. */
function asGroup(parts: readonly Claim[]): Claim {
  const [first] = parts;
  const holds = first?.holds ?? true;
  return {
    node: { match: holds ? 'any' : 'all', items: parts.map(({ node }) => node) },
    seed: first?.seed ?? 0,
    holds,
  };
}
