/** The findings of the evaluation of an alert. */

import type { Day } from '@signpost/contract/dates/dates.ts';
import type { IncidentKind } from '@signpost/contract/insight/alerts/incidents.ts';

/** Something that is not as usual in one series. */
export interface Finding {
  series: string;
  name: string;
  kind: IncidentKind;
  startedAt: Date;
  /** Null while it is not certain. */
  raisedAt: Date | null;
  endedAt: Date | null;
  /** Whether the series is as before, or stayed as it was until that counted as usual. */
  ending: 'back' | 'stayed' | null;
  expected: number | null;
  seen: number;
}

export interface Evaluation {
  unit: 'hour' | 'day';
  findings: Finding[];
  watched: number;
  tooYoung: number;
  tooFew: number;
  delayHours: number | null;
  /** The whole by day. */
  points: { at: Day; seen: number | null; expected: number | null }[];
}

export interface EvaluationInput {
  /** The end of the complete data. */
  until: Date;
  /** How many days to look at. */
  days: number;
  /** By series: the beginnings of changes that people said were expected. */
  restarts?: ReadonlyMap<string, readonly Date[]>;
}
