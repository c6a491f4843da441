import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'signpost-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a process that keeps its compiled code, imports a module, prints the type of its export, and then runs `end`. */
function start(dataDir: string, end: string) {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const script = `
    const { keepCompiled, writeCompiled } = await import(${JSON.stringify(join(import.meta.dirname, 'compiled.ts'))});
    keepCompiled(${JSON.stringify(dataDir)});
    const { hasCode } = await import(${JSON.stringify(join(import.meta.dirname, 'files.ts'))});
    writeCompiled();
    process.stdout.write(typeof hasCode);
    ${end}`;
  return run(process.execPath, ['--input-type=module', '-e', script], { env });
}

const filesIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'compiled'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

it('keeps compiled code although the process is killed', async () => {
  await expect(start(folder, "process.kill(process.pid, 'SIGKILL');")).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect(filesIn(folder).length).toBeGreaterThan(0);
});

it('starts without a place for compiled code, and with a damaged one', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect((await start(file, '')).stdout).toBe('function');
  for (const { parentPath, name } of filesIn(folder)) writeFileSync(join(parentPath, name), 'damaged');
  expect((await start(folder, '')).stdout).toBe('function');
});
