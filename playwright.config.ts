import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './apps/server/src/platform/ports.ts';
import { findChromium } from './scripts/chromium.mjs';

/** The whole product on a folder and ports of its own, and a real Chromium. Workers get what the first process chose. */
if (process.env.E2E_DATA_DIR === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // A third of a gigabyte. The product has ended by then.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}
if (process.env.E2E_PORT === undefined) {
  process.env.E2E_PORT = String(await freePort());
  process.env.E2E_CLICK_PORT = String(await freePort());
  process.env.E2E_GOOGLE_PORT = String(await freePort());
  process.env.E2E_SHEETS_PORT = String(await freePort());
  process.env.E2E_GOOGLE_CLIENT = 'signpost-e2e';
}
const port = process.env.E2E_PORT;
const clickPort = process.env.E2E_CLICK_PORT ?? '';
/** Where `e2e/support/google.ts` starts the OAuth server that stands for Google; its Sheets API has a port of its own. */
const google = `http://127.0.0.1:${process.env.E2E_GOOGLE_PORT}`;
const chromium = findChromium();

/** A test that closes a month runs after all others, unless somebody runs single files. */
const LAST = '**/billing-month.spec.ts';
const isWhole = !process.argv.some((argument) => argument.endsWith('.spec.ts'));

export default defineConfig({
  projects: [
    { name: 'app', testIgnore: LAST },
    { name: 'last', testMatch: LAST, workers: 1, dependencies: isWhole ? ['app'] : [] },
  ],
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/google.ts',
  fullyParallel: true,
  // One more than the two processors that CI has: with two, a third of their time went by in waiting.
  workers: 3,
  forbidOnly: true,
  // Ample: a machine that does something else beside must not turn a test red. They end tests that hang, and measure nothing.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // A trace films every test to throw nearly all away, a tenth of the whole time: `--trace on` makes one where it is wanted.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(chromium?.path === undefined ? {} : { executablePath: chromium.path }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A host that is not the machine itself (e2e/plain-http.spec.ts).
        '--host-resolver-rules=MAP signpost.test 127.0.0.1',
        // Pages live for seconds. Their code is not run often enough to be worth optimising: 11 to 15 % less of the processor.
        '--js-flags=--no-opt --no-maglev',
        // Pages of one browser share a process (e2e/support/test.ts).
        '--process-per-site',
      ],
    },
  },
  webServer: {
    command: 'node scripts/setup.mjs start && exec node apps/server/dist/main.mjs',
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stdout: 'pipe',
    env: {
      PORT: port,
      CLICK_PORT: clickPort,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO: '1',
      PRIVATE_TARGETS: '1',
      // Visitors of several countries come with the address that a proxy would tell.
      TRUST_PROXY: '1',
      // The name under which e2e/plain-http.spec.ts opens the app.
      PUBLIC_URL: `http://signpost.test:${port}`,
      GOOGLE_CLIENT_ID: process.env.E2E_GOOGLE_CLIENT ?? '',
      GOOGLE_AUTH_URL: `${google}/consent`,
      GOOGLE_TOKENINFO_URL: `${google}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${google}/userinfo`,
      GOOGLE_SHEETS_URL: `http://127.0.0.1:${process.env.E2E_SHEETS_PORT}`,
      CHECK_ANSWERS: '1',
      LOG_LEVEL: 'warn',
    },
  },
});
