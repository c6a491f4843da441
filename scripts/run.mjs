/** Small helpers of the scripts in this folder: plain Node 20, no dependencies. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** The path of a program in `node_modules/.bin`. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** The environment with `node_modules/.bin`, which contains the product's own Node, first in the PATH. */
export const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };

/** Runs a program in the project's folder; resolves with its exit code and, if captured, its output. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...(options.capture && { NO_COLOR: '1', FORCE_COLOR: undefined }), ...options.env },
      stdio: options.capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** A hash over the names and contents of files and, recursively, folders; missing files count as empty. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) {
        if (name !== 'node_modules' && name !== 'dist') add(join(path, name));
      }
    } else if (found !== undefined)
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** The seconds since `began`, as text. */
export const seconds = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
