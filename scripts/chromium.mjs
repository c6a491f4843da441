/** Finds a Chromium for the browser tests. Shared by setup.mjs and playwright.config.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

const debians = '/usr/bin/chromium';
const usual = [
  '/usr/bin/chromium-headless-shell',
  debians,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * `{ path }` of a browser to start, `{}` if Playwright has downloaded its own (it knows where), undefined if there is
 * none. CHROMIUM_PATH has priority.
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return existsSync(chosen) ? { path: chosen } : undefined;
  if (hasPlaywrights()) return {};
  const path = usual.find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { path };
}

/** Tries Playwright's download, and then, as root on Debian and related systems, the system's package. */
export async function installChromium() {
  if (process.env.CHROMIUM_PATH) return;
  const { code } = await run('npx', ['playwright', 'install', 'chromium'], { capture: true });
  if (code === 0 || process.getuid?.() !== 0) return;
  for (const name of ['chromium-headless-shell', 'chromium']) if (await installed(name)) return;
}

/** True if only Debian's Chromium was found, which also renders its invisible window. */
export const isHeavy = () => findChromium()?.path === debians && !process.env.CHROMIUM_PATH && process.getuid?.() === 0;

/**
 * Tries to install the headless shell beside Debian's Chromium. Playwright's own download includes it: the same engine
 * with half the work. It must have the same version, so that nothing else changes; without it, Chromium is used.
 */
export async function addHeadlessShell() {
  // The answer contains the name, a tab and the version.
  const { code, output } = await run('dpkg-query', ['-W', 'chromium'], { capture: true });
  if (code === 0) await installed(`chromium-headless-shell=${output.split('\t')[1]?.trim()}`);
}

/** Installs a package of the system, as root on Debian and related systems; returns whether that worked. */
async function installed(name) {
  const noQuestions = { env: { DEBIAN_FRONTEND: 'noninteractive' }, capture: true };
  await run('apt-get', ['update', '-q'], noQuestions);
  const { code } = await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], noQuestions);
  return code === 0;
}

function hasPlaywrights() {
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright');
  if (!existsSync(folder)) return false;
  const installed = readdirSync(folder).filter((name) => name.startsWith('chromium'));
  return installed.some((name) => existsSync(join(folder, name, 'INSTALLATION_COMPLETE')));
}
