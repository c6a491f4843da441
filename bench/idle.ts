/**
 * `npm run bench:idle [seconds]`: the processor time and the memory of the product with its demo world while nobody is there
 * (ten minutes by default). It runs as `npm start` runs it, with its PostgreSQL and its statistics engine. The last output
 * is one line of JSON: `readyMs` is the time from a start without data until the product is ready, `idlePercent` is the part
 * of one core that it uses, and `rssMb` is the memory of all its processes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/ports.ts';
import { processTree } from './support/process-tree.ts';
import { startProduct } from './support/product.ts';

const seconds = Number(process.argv[2] ?? 600);
/** After a start, the engine merges what the demo world stored. */
const SETTLE_MS = 120_000;
/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

interface Used {
  command: string;
  ticks: number;
  bytes: number;
}

/** The processor time and the memory of each process (proc_pid_stat(5)); empty for one that has just ended. */
async function readUse(id: number): Promise<Used | undefined> {
  try {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8');
    const command = (await readFile(`/proc/${id}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      command: command.split('/').at(-1) ?? command,
      ticks: Number(fields[11]) + Number(fields[12]),
      bytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}

async function readAll(root: number): Promise<Map<number, Used>> {
  const uses = new Map<number, Used>();
  for (const id of await processTree(root)) {
    const use = await readUse(id);
    if (use !== undefined) uses.set(id, use);
  }
  return uses;
}

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-idle-'));
const began = performance.now();
const product = await startProduct(dataDir, { port: await freePort(), clickPort: await freePort() });
const readyMs = Math.round(performance.now() - began);
await delay(SETTLE_MS);
const before = await readAll(product.pid);
await delay(seconds * 1_000);
const after = await readAll(product.pid);

const rows = [...after].map(([id, { command, ticks, bytes }]) => ({
  process: `${id} ${command}`.slice(0, 60),
  percent: ((ticks - (before.get(id)?.ticks ?? 0)) / TICKS_PER_SECOND / seconds) * 100,
  megabytes: Math.round(bytes / 1e6),
}));
rows.sort((one, other) => other.percent - one.percent);
console.table(rows.slice(0, 15).map((row) => ({ ...row, percent: row.percent.toFixed(2) })));
await product.stop();
await rm(dataDir, { recursive: true });
const idlePercent = rows.reduce((sum, { percent }) => sum + percent, 0);
const rssMb = rows.reduce((sum, { megabytes }) => sum + megabytes, 0);
console.log(JSON.stringify({ readyMs, idlePercent: Number(idlePercent.toFixed(2)), rssMb, seconds }));
