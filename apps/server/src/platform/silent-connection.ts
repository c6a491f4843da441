/** Connections to PostgreSQL that notice when the other side has gone silent. */
import { Socket } from 'node:net';
import pg from 'pg';
import { LateError } from './within.ts';

/** A process that stood still itself first reads what has arrived meanwhile. */
const READING_MS = 1_000;
/** When nothing is said, the system asks the other machine for a sign of life after this long, and ends the connection soon. */
const KEEP_ALIVE_MS = 10_000;

/**
 * A client whose connection is ended when a statement was sent and nothing came for `silenceMs`. A network that is cut
 * without a word, or a machine without power, otherwise leaves the statement waiting for ever. A statement that was not
 * answered then fails with LateError, and so do those behind it. While no statement runs, silence is no defect.
 */
export const clientWithin = (silenceMs: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new Socket();
      super({
        ...config,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        stream: () => socket,
      });
      /** How much had been sent when nothing was left to be answered. */
      let answered = 0;
      const rest = (): void => {
        answered = socket.bytesWritten;
      };
      this.on('connect', rest);
      this.on('drain', rest);
      socket.setTimeout(silenceMs, () => {
        const read = socket.bytesRead;
        setTimeout(() => {
          if (socket.bytesRead === read && socket.bytesWritten !== answered) socket.destroy(new LateError(silenceMs));
        }, READING_MS).unref();
      });
    }
  };

/** Asks a connection that only listens, or only holds a lock, for a sign of life. Ends with the connection. */
export function keepAsking(client: pg.Client, everyMs: number): void {
  let isAsked = false;
  const answered = (): void => {
    isAsked = false;
  };
  const timer = setInterval(() => {
    if (isAsked) return;
    isAsked = true;
    // A refusal is an answer, and silence ends the connection.
    client.query('SELECT 1').then(answered, answered);
  }, everyMs).unref();
  client.once('end', () => clearInterval(timer));
}
