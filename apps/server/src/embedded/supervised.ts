/** Something that runs in another process. */
export interface Supervised {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** An engine that clients reach by a URL, credentials included. */
export interface RunningEngine extends Supervised {
  url: string;
}
