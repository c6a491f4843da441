/** Lets a few inserts be under way at once, and none be left behind. */
export class Lanes {
  readonly #places: number;
  /** They never reject: a failure is kept for whoever comes next. */
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(places: number) {
    this.#places = places;
  }

  /** Waits for a place and starts the work; rejects, without starting it, once earlier work has failed. */
  async start(work: () => Promise<void>): Promise<{ ended: Promise<void> }> {
    while (this.#running.size >= this.#places) await Promise.race(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
    const ended = work();
    const settled = ended
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .then(() => void this.#running.delete(settled));
    this.#running.add(settled);
    return { ended };
  }

  /** Resolves when nothing is under way any more; rejects then with what failed first. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
