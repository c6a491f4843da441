/**
 * The counts that a router keeps of all requests: plain integers, which are only read when somebody asks for figures.
 */

export interface ClickCounts {
  /** Requests on the click port, postbacks included. */
  requests: number;
  /** Answers that sent a visitor to a target. */
  redirects: number;
  /** Clicks by the reason that their facts record. */
  readonly outcomes: Record<string, number>;
}

export const noCounts = (): ClickCounts => ({ requests: 0, redirects: 0, outcomes: {} });

/** Counts one click. */
export function countOutcome(counts: ClickCounts, outcome: string): void {
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
}
