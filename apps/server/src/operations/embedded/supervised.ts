/** A process that is supervised. */
export interface Supervised {
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  /** Why it ended, if it said so. */
  reason?(): string | undefined;
  stop(): Promise<void>;
}

/** An engine with the URL for its clients, including credentials. */
export interface RunningEngine extends Supervised {
  url: string;
}
