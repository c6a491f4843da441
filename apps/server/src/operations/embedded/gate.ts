interface Turn {
  readonly places: number;
  go(): void;
}

/**
 * A fair semaphore: callers enter while there are free `places`. The others wait in order, even behind one that needs
 * several places.
 */
export class Gate {
  #free: number;
  readonly #waiting: Turn[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Takes `places` places. Resolves with the function that gives them back; rejects with the signal's reason if the
   * signal is aborted first.
   */
  async enter(signal: AbortSignal, places = 1): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#waiting.length === 0 && this.#free >= places) this.#free -= places;
    else await this.#wait(signal, places);
    return () => {
      this.#free += places;
      this.#letIn();
    };
  }

  #wait(signal: AbortSignal, places: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
        // A caller that needs fewer places may have waited behind this one.
        this.#letIn();
      };
      const turn: Turn = {
        places,
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(turn);
    });
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.places <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.go();
    }
  }
}
