import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildServer, SERVER } from './build-server.mjs';
import { root } from './run.mjs';

const files = new Map<string, string>();

beforeAll(async () => {
  for (const name of await buildServer()) files.set(name, await readFile(join(dirname(SERVER), name), 'utf8'));
});

describe('The built server', () => {
  it('contains no absolute path of the checkout, so that it can be moved', () => {
    expect([...files].filter(([, code]) => code.includes(root)).map(([name]) => name)).toEqual([]);
  });

  it('finds the files next to its sources', () => {
    const paths = [...files.values()].flatMap((code) =>
      [...code.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, path = '']) => path),
    );
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(dirname(SERVER), path)))).toEqual([]);
  });

  it('starts its child processes from built files', () => {
    const text = [...files.values()].find((code) => code.includes('const ANALYTICS_MAIN = ')) ?? '';
    expect(text).toContain('new URL("analytics-main.mjs", import.meta.url)');
    expect([...files.keys()]).toEqual(expect.arrayContaining(['main.mjs', 'analytics-main.mjs']));
  });
});
