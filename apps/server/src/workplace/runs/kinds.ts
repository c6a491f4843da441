/** How a kind of run is done. Each domain lists its kinds in its `jobs.ts`. */
import { createHash } from 'node:crypto';
import { isObject } from '@signpost/contract/objects.ts';
import type { RunKindName } from '@signpost/contract/workplace/jobs/run-kinds.ts';
import type { z } from 'zod';
import type { Queryable, Trx } from '../../database.ts';

/** The values that a finished run leaves in the ledger. */
export interface RunOutcome {
  rows?: number;
  bytes?: number;
  /** Such as the name of a file; `RunKind.result` of the domain that reads it. */
  result?: unknown;
}

/** One attempt of a run, as the work sees it. */
export interface Attempt<Input> {
  id: number;
  ownerId: number | null;
  input: Input;
  /** 1 for the first. */
  attempt: number;
  expectedAt: Date;
  /** Sources that had not delivered all data of the period when the run could wait no longer. */
  lateSources: readonly string[];
  /** Aborts when the run is cancelled, when its lease is lost, and when the worker stops. */
  signal: AbortSignal;
  /** Reports progress; `total` null means unknown. Rejects when the run no longer belongs to this worker. */
  progress(done: number, total: number | null): Promise<void>;
  /**
   * Does the effects of the run in the transaction that ends it, so that they happen exactly once even if the worker
   * dies. Rejects, and undoes everything, when the run was cancelled or taken over by another worker.
   */
  complete(effects: (trx: Trx) => Promise<RunOutcome>): Promise<void>;
}

export interface RunKind<Schema extends z.ZodType = z.ZodType> {
  name: RunKindName;
  input: Schema;
  /** Its work leaves this installation, so it waits while that is not allowed (docs/decisions/0276). */
  sends?: true;
  /** Seconds before each further attempt. Default: 30 s, 2 min, 10 min. */
  waits?: readonly number[];
  /**
   * A run that reports no progress for this long is ended and tried again later, so that it does not keep its place.
   * Default: 30 minutes.
   */
  patienceMs?: number;
  /** The data that must be complete before the run starts; without it, or for null, the run starts when it is due. */
  needs?(input: z.output<Schema>, run: { expectedAt: Date }): { until: Date; latest: Date } | null;
  /** Whether the person may still have this run, asked each time it starts. Returns the reason if not. */
  refuse?(trx: Trx, ownerId: number, input: z.output<Schema>): Promise<string | null>;
  /** Called in the transaction that ends a run without success, so that what waits for it does not wait for ever. */
  onFailure?(trx: Trx, input: z.output<Schema>, end: { state: 'failed' | 'cancelled'; problem: string }): Promise<void>;
  /** The work. Its result is stored if it did not end the run by `complete`. */
  run(attempt: Attempt<z.output<Schema>>): Promise<RunOutcome | undefined>;
}

/**
 * The rules for running a kind again. They stand apart from the work, because the process that answers people does not
 * know how the work is done.
 */
export interface RunRepeat {
  /** Why some of these runs cannot be run again, by the run. */
  refusals(db: Queryable, runIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * Called in the transaction that asks for the new run: what the run works on waits for it from then on. Errors:
   * VALIDATION with the reason where it has moved on.
   */
  prepare(trx: Trx, runId: number): Promise<void>;
  /** Called in the transaction that cancels a run before any worker has taken it. */
  onCancel?(trx: Trx, runId: number): Promise<void>;
}
export type RunRepeats = Partial<Record<RunKindName, RunRepeat>>;

/** Declares a kind of run; its work gets the input as the schema states it. */
export const defineRun = <Schema extends z.ZodType>(kind: RunKind<Schema>): RunKind => kind as unknown as RunKind;

/** Identifies an input, whatever the order of its keys. */
export function hashInput(input: unknown): Buffer {
  const canonical = JSON.stringify(input, (_key, value: unknown) => {
    if (!isObject(value) || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
  return createHash('sha256').update(canonical).digest();
}
