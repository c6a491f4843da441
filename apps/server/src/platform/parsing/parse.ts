/**
 * Reads files from outside in a thread of their own, with limits of time and memory, so that a file that takes too much
 * costs its uploader a sentence and nobody else anything (docs/recipes/read-a-file.md, docs/decisions/0244).
 */
import { Worker } from 'node:worker_threads';
import { type Asker, type FairQueue, fairQueue } from '../fair-queue.ts';
import { hasCode } from '../files.ts';
import { LateError, within } from '../within.ts';
import {
  type Answer,
  type MailParts,
  mailParts,
  type Order,
  type TableAsk,
  type TableRows,
  tableFacts,
} from './kinds.ts';
import { type Limits, MAIL_LIMITS, secondsFor, TABLE_LIMITS } from './limits.ts';
import { PARSER } from './program.ts';
import { refusedAt, refusedFile } from './refusal.ts';

/** A file waits for no longer than this for its turn. */
const WAIT_MS = 30_000;
const tables = fairQueue({ atOnce: 2, waitingPerName: 3, waiting: 24, waitMs: WAIT_MS });
/** Mail servers hand over many messages at once, and never hold up the files of people. */
const mails = fairQueue({ atOnce: 1, waitingPerName: 100, waiting: 100, waitMs: WAIT_MS });

const TOO_MUCH = 'The file takes too much time or memory to be read. Split it, or save the table alone as CSV.';

/** Everything that a thread has answered. */
interface Read {
  rows: string[][];
  result: unknown;
}

/**
 * Reads one file when its turn has come. If the asker leaves, the thread ends at once. Errors: VALIDATION, mostly at `file`,
 * with a sentence for the uploader, if the file cannot be read or reaches a limit; the errors of the queue; the reason of the
 * signal if the asker has left; an Error if the parser itself fails.
 */
const parse = (queue: FairQueue, asker: Asker, order: Order): Promise<Read> =>
  queue.run(asker, () => inThread(order, asker.signal));

async function inThread(order: Order, signal: AbortSignal): Promise<Read> {
  const { memoryMb } = order.limits;
  const seconds = secondsFor(order.bytes.length, order.limits);
  const thread = new Worker(PARSER, {
    workerData: order,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
  });
  const rows: string[][] = [];
  let leave = (): void => undefined;
  const done = new Promise<Read>((resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    thread.on('message', (answer: Answer) => {
      if ('rows' in answer) {
        for (const row of answer.rows) rows.push(row);
        // Others are served before the next piece arrives.
        setImmediate(() => thread.postMessage('next'));
      } else if ('result' in answer) resolve({ rows, result: answer.result });
      else if ('refusal' in answer) reject(refusedAt(answer.path, answer.refusal));
      else reject(new Error(answer.failure));
    });
    thread.on('error', (error) => {
      if (hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) reject(refusedFile(TOO_MUCH, error));
      else reject(error);
    });
    thread.on('exit', () => reject(new Error('The thread that reads a file ended without an answer.')));
  });
  try {
    return await within(seconds * 1_000, done);
  } catch (error) {
    if (error instanceof LateError) throw refusedFile(TOO_MUCH, error);
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
    await thread.terminate();
  }
}

/**
 * The rows of an uploaded table, without empty ones: of text with separated cells, in whatever encoding spreadsheets
 * write, and of one sheet of an XLSX workbook, packed by gzip or not. Errors: VALIDATION at `file`, or at `encoding` if a
 * person must choose it.
 */
export async function parseTable(
  bytes: Uint8Array,
  asker: Asker,
  { limits = {}, ...ask }: TableAsk & { limits?: Partial<Limits> } = {},
): Promise<TableRows> {
  const order = { bytes, limits: { ...TABLE_LIMITS, ...limits } };
  const { rows, result } = await parse(tables, asker, { name: 'table', ask, ...order });
  return { rows, ...tableFacts.parse(result) };
}

/** The headers and attached parts of a message. Errors: VALIDATION at `file`. */
export async function parseMail(bytes: Uint8Array, asker: Asker, limits: Partial<Limits> = {}): Promise<MailParts> {
  const { result } = await parse(mails, asker, { name: 'mail', bytes, limits: { ...MAIL_LIMITS, ...limits } });
  return mailParts.parse(result);
}
