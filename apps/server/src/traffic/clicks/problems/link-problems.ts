/** Counts what links and addresses say and cannot be used, until it is stored (docs/product/links-and-hosts.md#link-problems). */
import { COST_PROBLEMS, type LinkProblemKind } from '@signpost/contract/entities/link-problem.ts';

export interface CountedProblem {
  problem: LinkProblemKind;
  /** 0 for none. */
  trafficSourceId: number;
  /** The text of the last case; '' for all texts beyond the bound. */
  found: string;
  cases: number;
  lastAt: string;
}

interface Cases {
  trafficSourceId: number;
  text: string;
  count: number;
  /** In milliseconds. */
  lastAt: number;
}

/** Strangers choose the texts, so only so many different ones are held at once. */
const MOST = 1_000;
const LONGEST_TEXT = 200;

const COSTS: ReadonlySet<LinkProblemKind> = new Set(COST_PROBLEMS);

/** The text as PostgreSQL can store it. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export class LinkProblems {
  /** The cases of a kind: those of costs by source, all others by their text. */
  #kinds = new Map<LinkProblemKind, Map<number | string, Cases>>();
  #size = 0;

  /** Counts a case at a time in milliseconds. A site may open the same link thousands of times a second. */
  count(problem: LinkProblemKind, trafficSourceId: number, text: string, now = Date.now()): void {
    this.#add(problem, { trafficSourceId, text: text.slice(0, LONGEST_TEXT), count: 1, lastAt: now });
  }

  /** Returns the problems that were counted since the last call. */
  take(): CountedProblem[] {
    const counted = [...this.#kinds].flatMap(([problem, all]) =>
      [...all.values()].map(({ trafficSourceId, text, count, lastAt }) => ({
        problem,
        trafficSourceId,
        found: text,
        cases: count,
        lastAt: new Date(lastAt).toISOString(),
      })),
    );
    this.#kinds = new Map();
    this.#size = 0;
    return counted;
  }

  /** Counts the visits again that could not be stored. */
  putBack(counted: readonly CountedProblem[]): void {
    for (const { problem, trafficSourceId, found, cases, lastAt } of counted)
      this.#add(problem, { trafficSourceId, text: found, count: cases, lastAt: Date.parse(lastAt) });
  }

  #add(problem: LinkProblemKind, one: Cases): void {
    let all = this.#kinds.get(problem);
    if (all === undefined) {
      all = new Map();
      this.#kinds.set(problem, all);
    }
    const isCost = COSTS.has(problem);
    const key = isCost ? one.trafficSourceId : one.text;
    const known = all.get(key);
    if (known !== undefined) {
      known.text = isCost ? storable(one.text) : one.text;
      known.count += one.count;
      known.lastAt = Math.max(known.lastAt, one.lastAt);
      return;
    }
    const isFull = this.#size >= MOST && !isCost;
    const text = isFull ? '' : storable(one.text);
    if (text !== one.text) {
      this.#add(problem, { ...one, text });
      return;
    }
    all.set(key, { ...one });
    this.#size += 1;
  }
}
