import type pg from 'pg';
import { newClient } from './postgres.ts';
import { keepAsking } from './silent-connection.ts';

export interface ListenOptions {
  url: string;
  /** A name made of letters, digits and underscores. */
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when listening works again after a loss. Messages in between are lost, so whatever they announce must be read again. */
  onReconnect?: () => void;
  /** Called after each loss and after each failed attempt. */
  onError?: (error: unknown) => void;
  /** How often the connection is asked for a sign of life (default 20 s). */
  askEveryMs?: number;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;
/** A listening connection may be silent for hours, so its silence alone does not show that the network was cut. */
const defaultAskEveryMs = 20_000;
const statementTimeoutMs = 10_000;

/**
 * Listens to a PostgreSQL channel on a connection of its own and reconnects with back-off. Rejects only when the
 * first connection fails.
 */
export async function listen(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  if (!/^[a-z_][a-z0-9_]*$/.test(options.channel)) throw new Error(`'${options.channel}' is not a valid channel name.`);
  let closed = false;
  let delay = firstDelayMs;
  let timer: NodeJS.Timeout | undefined;

  let client = await connect(options, lost);

  function lost(error: unknown): void {
    if (closed) return;
    options.onError?.(error);
    clearTimeout(timer);
    timer = setTimeout(reconnect, delay);
    delay = Math.min(delay * 2, longestDelayMs);
  }

  function reconnect(): void {
    connect(options, lost).then(async (next) => {
      if (closed) return await next.end();
      client = next;
      delay = firstDelayMs;
      options.onReconnect?.();
    }, lost);
  }

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client.end();
    },
  };
}

async function connect(options: ListenOptions, lost: (error: unknown) => void): Promise<pg.Client> {
  const client = newClient(options.url, { applicationName: `listen ${options.channel}`, statementTimeoutMs });
  let established = false;
  let reported = false;
  const report = (error: unknown) => {
    if (!established || reported) return;
    reported = true;
    lost(error);
  };
  client.on('error', report);
  client.on('end', () => report(new Error('PostgreSQL closed the listening connection.')));
  client.on('notification', (message) => options.onMessage(message.payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${options.channel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  established = true;
  keepAsking(client, options.askEveryMs ?? defaultAskEveryMs);
  return client;
}
