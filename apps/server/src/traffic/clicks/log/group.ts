/** A group of facts that are written and synced together. */
import { FRAME_HEAD, LONGEST_PAYLOAD, writeHead } from './frames.ts';

const FIRST_BUFFER = 1024 * 1024;

/** Called with `true` when a fact is on disk, or with `false` when it cannot be stored. */
export type Recorded = (safe: boolean) => void;

/** The bytes of the facts as frames, and the callbacks that wait for them. */
export class Group {
  buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  length = 0;
  waiting: Recorded[] = [];

  /** Adds one fact; false if it is too long for a frame. */
  add(payload: string, recorded: Recorded): boolean {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    this.#reserve(FRAME_HEAD + payload.length * 3);
    const bytes = this.buffer.write(payload, this.length + FRAME_HEAD);
    if (bytes > LONGEST_PAYLOAD) return false;
    writeHead(this.buffer, this.length, bytes);
    this.length += FRAME_HEAD + bytes;
    this.waiting.push(recorded);
    return true;
  }

  /**
   * Calls everybody who waits and returns their number. If a callback throws, the others of its group are still called.
   */
  answer(safe: boolean, failed: (err: unknown) => void): number {
    const waiting = this.waiting;
    this.waiting = [];
    for (const recorded of waiting) {
      try {
        recorded(safe);
      } catch (err) {
        failed(err);
      }
    }
    return waiting.length;
  }

  clear(): void {
    this.length = 0;
    this.waiting = [];
    if (this.buffer.length > 8 * FIRST_BUFFER) this.buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + more));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
