/** Background work of the worker process. */
import type { Wake } from './wakes.ts';

/**
 * The longest pause of work that is woken. Events that do not wake it (a retry that is due, a notification that was
 * lost) wait for at most this long.
 */
export const IDLE_MS = 5_000;

export interface Job {
  /** A noun phrase for the log and for people: "outgoing postbacks". */
  name: string;
  /** The pause between the end of one run and the start of the next. */
  everyMs: number;
  /**
   * The longest pause while runs find nothing to do. Such a run returns how much it did, and `wakesOn` says what ends its
   * pause.
   */
  idleMs?: number;
  wakesOn?: readonly Wake[];
  /** How long one run may take before it counts as stuck; by default five minutes. */
  longestMs?: number;
  /** Its work leaves this installation, so it rests while that is not allowed (docs/decisions/0276). */
  sends?: true;
  /** For work that brings facts into the statistics: everything before this instant is there. */
  watermark?(): Date | null;
  /** One run. It returns early when the worker stops, and may fail: the next run tries again. */
  run(stopping: AbortSignal): Promise<unknown>;
}
