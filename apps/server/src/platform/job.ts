/** Background work of the worker process. */

export interface Job {
  /** A noun phrase for the log and for people: "outgoing postbacks". */
  name: string;
  /** The pause between the end of one run and the start of the next. */
  everyMs: number;
  /** How long one run may take before it counts as stuck; by default five minutes. */
  longestMs?: number;
  /** Its work leaves this installation, so it rests while that is not allowed (docs/decisions/0278). */
  sends?: true;
  /** For work that brings facts into the statistics: everything before this instant is there. */
  watermark?(): Date | null;
  /** One run. It returns early when the worker stops, and may fail: the next run tries again. */
  run(stopping: AbortSignal): Promise<unknown>;
}
