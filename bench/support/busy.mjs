/**
 * `busy.mjs compute|write <folder>`: uses half of one core, or writes 64 MB about once a second, until its parent is
 * gone or its time is over.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [kind, folder = '.'] = process.argv.slice(2);
const until = Date.now() + Number(process.env.BUSY_SECONDS ?? 60) * 1000;
const block = Buffer.alloc(1024 * 1024, 7);
const MEGABYTES = 64;
const SLICE_MS = 50;

process.stdin.on('end', () => process.exit(0)).resume();

function compute() {
  const slice = performance.now() + SLICE_MS;
  let sum = 0;
  while (performance.now() < slice) sum += Math.sqrt(sum + 1);
  return sum;
}

function write() {
  const path = join(folder, `busy-${process.pid}`);
  const file = openSync(path, 'w');
  for (let at = 0; at < MEGABYTES; at += 1) writeSync(file, block);
  fsyncSync(file);
  closeSync(file);
  rmSync(path);
}

function turn() {
  if (Date.now() > until) return;
  if (kind === 'write') write();
  else compute();
  setTimeout(turn, kind === 'write' ? 1_000 : SLICE_MS);
}
turn();
