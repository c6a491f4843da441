/** Background work of the worker process. */

export interface Job {
  /** A noun phrase for the log and for people: "outgoing postbacks". */
  name: string;
  /** The pause between the end of one run and the start of the next. */
  everyMs: number;
  /** One run. It returns early when the worker stops, and may fail: the next run tries again. */
  run(stopping: AbortSignal): Promise<unknown>;
}
