/** Connections to PostgreSQL that notice when the other side has gone silent. */
import { Socket } from 'node:net';
import pg from 'pg';
import { LateError } from './within.ts';

/** A process that stood still itself first reads what has arrived meanwhile. */
const READING_MS = 1_000;
/** TCP keepalive: after this long without data, the system probes the other machine, and soon ends a dead connection. */
const KEEP_ALIVE_MS = 10_000;

/**
 * A client that ends its connection if nothing arrives for `silenceMs` after a statement was sent. Otherwise, a statement
 * would wait for ever when the network is cut or the other machine loses power. The statement then fails with LateError,
 * and so do those queued behind it. Silence while no statement runs is allowed.
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
      /** The number of bytes sent when the last statement had been answered. */
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
    // An error is an answer too. Without any answer, the connection is ended.
    client.query('SELECT 1').then(answered, answered);
  }, everyMs).unref();
  client.once('end', () => clearInterval(timer));
}
