/** A product of a test's own, with its own folder, databases and ports, for other settings of the installation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/platform/ports.ts';

const GOOGLE = `http://127.0.0.1:${process.env.E2E_GOOGLE_PORT}`;
/** The one person of the product. */
export const ADMIN = 'admin@own-product.example';

/** Starts a product without demo data, in which one Admin may sign in with Google, and waits until it is ready. */
export async function startOwnProduct(
  more: Readonly<Record<string, string>>,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-own-'));
  const port = await freePort();
  const clickPort = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/dist/main.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      CLICK_PORT: String(clickPort),
      DATA_DIR: folder,
      DEMO: '0',
      FIRST_ADMIN: ADMIN,
      PUBLIC_URL: origin,
      GOOGLE_CLIENT_ID: process.env.E2E_GOOGLE_CLIENT ?? '',
      GOOGLE_AUTH_URL: `${GOOGLE}/consent`,
      GOOGLE_TOKENINFO_URL: `${GOOGLE}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${GOOGLE}/userinfo`,
      CHECK_ANSWERS: '1',
      LOG_LEVEL: 'warn',
      ...more,
    },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const isReady = await Promise.race([
    (async () => {
      for await (const text of child.stdout) if (String(text).includes('Signpost is ready')) return true;
      return false;
    })(),
    ended.then(() => false),
  ]);
  if (isReady) return { origin, stop };
  await stop();
  throw new Error('The product of the test did not start.');
}
