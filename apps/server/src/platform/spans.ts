/** The parts of a trace; `tracing.ts` opens and uses them. */

export type SpanKind = 'server' | 'client' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Spans that begin within `work` belong to this span. */
  run<T>(work: () => T): T;
  /** Ends it once; later ends change nothing. */
  end(outcome?: { failure: unknown }): void;
}

export interface Tracing {
  /** Begins a span within the one that runs. `beganAt` is for work that is over already. */
  begin(name: string, kind: SpanKind, attributes?: SpanAttributes, beganAt?: Date): OpenSpan;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export interface TracingPlan {
  /** Spans are sent to `/v1/traces` below this address; without it, nothing is traced. */
  endpoint: string | undefined;
  headers: Readonly<Record<string, string>>;
  /** The share of traces that is sent, from 0 to 1. */
  share: number;
}
