/**
 * Reads files from outside in a thread of their own, with limits of time and memory, so that a file that takes too much
 * costs its uploader a sentence and nobody else anything (docs/recipes/read-a-file.md).
 */
import { Worker } from 'node:worker_threads';
import { LateError, within } from '../within.ts';
import {
  type Answer,
  type DelimitedAsk,
  type MailParts,
  mailParts,
  type Order,
  type TableRows,
  tableFacts,
} from './kinds.ts';
import { type Limits, MAIL_LIMITS, TABLE_LIMITS } from './limits.ts';
import { PARSER } from './program.ts';
import { refusedFile } from './refusal.ts';

/** Files that are read at the same time; others wait. */
const AT_ONCE = 2;
let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function take(): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => void waiting.push(resolve));
}
function giveBack(): void {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}

const TOO_MUCH = 'The file takes too much time or memory to be read. Split it, or save the table alone as CSV.';

/** Everything that a thread has answered. */
interface Read {
  rows: string[][];
  result: unknown;
}

/**
 * Reads one file. Errors: VALIDATION at `file` with a sentence for the uploader, also when the file reaches a limit;
 * an Error when the parser itself fails.
 */
async function parse(order: Order): Promise<Read> {
  await take();
  try {
    return await inThread(order);
  } finally {
    giveBack();
  }
}

async function inThread(order: Order): Promise<Read> {
  const { memoryMb, seconds } = order.limits;
  const thread = new Worker(PARSER, {
    workerData: order,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
  });
  const rows: string[][] = [];
  const done = new Promise<Read>((resolve, reject) => {
    thread.on('message', (answer: Answer) => {
      if ('rows' in answer) for (const row of answer.rows) rows.push(row);
      else if ('result' in answer) resolve({ rows, result: answer.result });
      else reject('refusal' in answer ? refusedFile(answer.refusal) : new Error(answer.failure));
    });
    thread.on('error', (error) => {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? refusedFile(TOO_MUCH, error) : error);
    });
    thread.on('exit', () => reject(new Error('The thread that reads a file ended without an answer.')));
  });
  try {
    return await within(seconds * 1_000, done);
  } catch (error) {
    throw error instanceof LateError ? refusedFile(TOO_MUCH, error) : error;
  } finally {
    await thread.terminate();
  }
}

/**
 * The rows of an uploaded table, without empty ones: of text with separated cells, in whatever encoding spreadsheets
 * write, and of the first sheet of an XLSX workbook, packed by gzip or not. Errors: VALIDATION at `file`.
 */
export async function parseTable(
  bytes: Uint8Array,
  { limits = {}, ...ask }: DelimitedAsk & { limits?: Partial<Limits> } = {},
): Promise<TableRows> {
  const order = { bytes, limits: { ...TABLE_LIMITS, ...limits } };
  const { rows, result } = await parse({ name: 'table', ask, ...order });
  return { rows, ...tableFacts.parse(result) };
}

/** The headers and attached parts of a message. Errors: VALIDATION at `file`. */
export async function parseMail(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<MailParts> {
  const { result } = await parse({ name: 'mail', bytes, limits: { ...MAIL_LIMITS, ...limits } });
  return mailParts.parse(result);
}
