/** Runs of background work as people see them. */
import { z } from 'zod';
import { ROUTE_NAMES } from '../../routes/index.ts';

export const RUN_STATES = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_STATE_LABELS = {
  waiting: 'Waiting',
  running: 'Running',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<RunState, string>;

export const RUNS_PAGE = 50;

/** The owner of a run is told if the run has not started this long after it was due. */
export const OVERDUE_AFTER_MS = 3 * 60_000;

const instant = z.iso.datetime();

export const runSchema = z.object({
  id: z.number(),
  /** The kind of work, in words. */
  kind: z.string(),
  title: z.string(),
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
  state: z.enum(RUN_STATES),
  expectedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** The next attempt of a run that waits. */
  nextTryAt: instant.nullable(),
  attempt: z.number(),
  /** How many workers ended while they did this run. The next worker continues the same attempt. */
  interruptions: z.number(),
  done: z.number(),
  total: z.number().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  watermark: instant.nullable(),
  /** The sources whose data was, or still is, incomplete. */
  lateSources: z.array(z.string()),
  problem: z.string().nullable(),
  errorId: z.string().nullable(),
  isCancelling: z.boolean(),
  mayCancel: z.boolean(),
  mayRunAgain: z.boolean(),
  /** Why a failed or cancelled run cannot be run again; null if it can, or has been. */
  againRefusal: z.string().nullable(),
  /** The run that this one repeats, and the one that repeats it. */
  repeats: z.number().nullable(),
  repeatedBy: z.number().nullable(),
  /** The screen that the run belongs to. */
  route: z.enum(ROUTE_NAMES).nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const retireWorkerBody = z.strictObject({ worker: z.string().min(1).max(500) });

/** The repeated work of one worker. */
export const serviceSchema = z.object({
  job: z.string(),
  worker: z.string(),
  startedAt: instant,
  beatAt: instant,
  succeededAt: instant.nullable(),
  failingSince: instant.nullable(),
  problem: z.string().nullable(),
  isLate: z.boolean(),
  /** Whether any work of this worker gave a sign of life lately. */
  isWorkerAlive: z.boolean(),
  watermark: instant.nullable(),
});
export type Service = z.infer<typeof serviceSchema>;
