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

/** Strangers choose the texts, so only so many different ones are held at once. */
const MOST = 1_000;
const LONGEST_TEXT = 200;

const isCost = (problem: LinkProblemKind): boolean => COST_PROBLEMS.some((one) => one === problem);

export class LinkProblems {
  #counted = new Map<string, CountedProblem>();

  /** Counts a case. Costs are counted by source, everything else by its text. */
  count(problem: LinkProblemKind, trafficSourceId: number, text: string, now = new Date()): void {
    const found = text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');
    this.#add({ problem, trafficSourceId, found, cases: 1, lastAt: now.toISOString() });
  }

  /** What was counted since the last call. */
  take(): CountedProblem[] {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    return counted;
  }

  /** Counts the visits again that could not be stored. */
  putBack(counted: readonly CountedProblem[]): void {
    for (const one of counted) this.#add(one);
  }

  #add(one: CountedProblem): void {
    const keyOf = (found: string): string =>
      `${one.problem} ${one.trafficSourceId} ${isCost(one.problem) ? '' : found}`;
    const isFull = this.#counted.size >= MOST && !this.#counted.has(keyOf(one.found));
    const found = isFull && !isCost(one.problem) ? '' : one.found;
    const known = this.#counted.get(keyOf(found));
    if (known === undefined) {
      this.#counted.set(keyOf(found), { ...one, found });
      return;
    }
    known.cases += one.cases;
    known.found = found;
    if (one.lastAt > known.lastAt) known.lastAt = one.lastAt;
  }
}
