import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../traffic/clicks/testing/world.ts';
import { childEnv } from './child-env.ts';

const root = join(import.meta.dirname, '../../../..');
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const COMMANDS = Object.entries(scripts).flatMap(([name, script]) => {
  const [, path] = /^node (apps\/server\/src\/[a-z-]+\.ts)$/.exec(script) ?? [];
  return path === undefined ? [] : [{ name, path: join(root, path) }];
});

const run = (path: string, argument: string, dataDir: string) =>
  new Promise<{ code: number | null; out: string; err: string }>((done) => {
    const child = execFile(
      process.execPath,
      [path, argument],
      { env: childEnv({ DATA_DIR: dataDir }) },
      (_error, out, err) => done({ code: child.exitCode, out, err }),
    );
  });

it('every command says with --help how it is used, and does nothing else', async () => {
  expect(COMMANDS.length).toBeGreaterThan(8);
  const dataDir = await testFolder();
  const answers = await Promise.all(
    COMMANDS.map(async ({ name, path }) => [name, await run(path, '--help', dataDir)] as const),
  );
  for (const [name, { code, out, err }] of answers) {
    expect([name, code, err]).toEqual([name, 0, '']);
    expect(out).toContain(`Usage: npm run ${name}`);
  }
  expect(await readdir(dataDir)).toEqual([]);
});

it('a command refuses an option that it does not know, and says how it is used', async () => {
  const command = COMMANDS.find(({ name }) => name === 'verify-documents');
  const { code, out, err } = await run(command?.path ?? '', '--nonsense', await testFolder());
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain("Unknown option '--nonsense'");
  expect(err).toContain('Usage: npm run verify-documents');
});
