/** A mail server on loopback, and the app that sends through it (e2e/support/mail-product.ts). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../apps/server/src/platform/ports.ts';

const SEPARATOR = '\n--- next mail ---\n';
const dataDir = process.env.E2E_DATA_DIR ?? '';
/** Tests that run at the same time send for one another, so what arrives is kept where all of them look. */
const inbox = join(dataDir, 'e2e-mails');

/** The mails that an address got, as they came. */
export async function mailsTo(address: string): Promise<string[]> {
  const all = await readFile(join(inbox, address), 'utf8').catch(() => '');
  return all.split(SEPARATOR).filter((mail) => mail !== '');
}

async function startMailServer(): Promise<{ port: number; close(): void }> {
  await mkdir(inbox, { recursive: true });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      text(stream)
        .then(async (raw) => {
          await appendFile(join(inbox, envelope.rcptTo[0]?.address ?? 'nobody'), raw + SEPARATOR);
          callback();
        })
        .catch(callback);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { port: (server.server.address() as AddressInfo).port, close: () => server.close() };
}

/** Starts both. `origin` is where the app is opened. */
export async function startMailProduct(): Promise<{ origin: string; stop(): void }> {
  const smtp = await startMailServer();
  const port = await freePort();
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const postgresPort = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mail-product.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://signpost:${password}@127.0.0.1:${postgresPort}/signpost`,
      // Nothing here asks the statistics.
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
      DEMO: '1',
      PRIVATE_TARGETS: '1',
      CHECK_ANSWERS: '1',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PUBLIC_URL: origin,
      LOG_LEVEL: 'warn',
    },
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The app with a mail server ended with ${code}.`);
    }),
  ]);
  return {
    origin,
    stop() {
      child.kill();
      smtp.close();
    },
  };
}
