/** A role of the product that runs in this process. */
export interface Running {
  /** Finishes the work under way, then releases ports and connections. */
  stop(): Promise<void>;
}
