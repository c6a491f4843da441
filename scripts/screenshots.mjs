/**
 * `npm run screenshots`: takes pictures of the product's main screens, dark and light, desktop and phone, into
 * docs/screenshots.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { buildServer, SERVER } from './build-server.mjs';
import { findChromium } from './chromium.mjs';
import { root } from './run.mjs';

const SCREENS = [
  ['home', '/'],
  ['stats', '/stats'],
  ['partners', '/partners'],
  ['box', '/campaign-box/3200'],
  ['box-form', '/campaign-box/edit/3200'],
  ['users', '/users'],
  ['rule-form', '/rules/edit/9002'],
  ['waterfall', '/partners/waterfall'],
  ['transactions', '/affiliate-transactions'],
  ['campaign-stats', '/campaign-stats'],
  ['lifetime-view', '/lifetime-view'],
];
const LOOKS = [
  ['dark', 1440],
  ['light', 1440],
  ['dark', 390],
];

const folder = join(root, 'docs/screenshots');
const dataDir = mkdtempSync(join(tmpdir(), 'signpost-screenshots-'));
mkdirSync(folder, { recursive: true });
const port = await freePort();
const clickPort = await freePort();
const env = {
  ...process.env,
  PORT: String(port),
  CLICK_PORT: String(clickPort),
  DATA_DIR: dataDir,
  DEMO: '1',
  LOG_LEVEL: 'error',
};
await buildServer();
const product = spawn('node', [SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  await new Promise((resolve, reject) => {
    product.stdout.on('data', (text) => String(text).includes('ready') && resolve());
    product.once('exit', (code) => reject(new Error(`The product ended with code ${code}.`)));
  });
  const base = `http://127.0.0.1:${port}`;
  const { path } = findChromium() ?? {};
  const browser = await chromium.launch({
    ...(path && { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const person = await fetch(`${base}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.invalid' }),
  });
  const session = JSON.stringify((await person.json()).data);
  for (const [theme, width] of LOOKS) {
    const phone = width < 600;
    const context = await browser.newContext({
      viewport: { width, height: phone ? 844 : 900 },
      isMobile: phone,
      hasTouch: phone,
    });
    // The stream of the bell stays open, so the network would never be idle.
    await context.route('**/api/notifications/live', (route) => route.abort());
    await context.addInitScript((scheme) => localStorage.setItem('signpost.theme', scheme), theme);
    const page = await context.newPage();
    const shoot = async (name, place) => {
      // Each screen is loaded completely, because after a change of only the hash, the wait for the network is over at
      // once.
      await page.goto('about:blank');
      await page.goto(`${base}/#${place}`);
      await page.waitForLoadState('networkidle');
      await page.waitForFunction(() => document.querySelector('[aria-label="Loading..."]') === null);
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
      console.log(`${name} ${theme} ${width}`);
    };
    await shoot('login', '/login');
    await context.addInitScript((kept) => localStorage.setItem('signpost.session', kept), session);
    for (const [name, place] of SCREENS) await shoot(name, place);
    await context.close();
  }
  await browser.close();
} finally {
  product.kill('SIGTERM');
  await new Promise((resolve) => (product.exitCode === null ? product.once('exit', resolve) : resolve()));
  rmSync(dataDir, { recursive: true, force: true });
}
