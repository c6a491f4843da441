/** A role of the product at work in this process. */
export interface Running {
  /** Finishes what is under way, then lets go of ports and connections. */
  stop(): Promise<void>;
}
