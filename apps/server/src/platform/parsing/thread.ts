/** The thread that reads one file and ends. Started by `parse.ts` alone. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@signpost/contract/errors.ts';
import { isOle, isZip } from './archive.ts';
import { readDelimited } from './delimited.ts';
import { gunzip, isGzip } from './gzip.ts';
import type { Answer, Order, TableRows } from './kinds.ts';
import { readMail } from './mail.ts';
import { refusedFile } from './refusal.ts';
import { readXlsx } from './xlsx.ts';

const OLE =
  'This is a workbook of an old format or with a password. Save it as .xlsx or CSV without a password, and try again.';
const ROWS_AT_ONCE = 2_000;

const send = (answer: Answer): void => parentPort?.postMessage(answer);

function sendTable({ rows, ...facts }: TableRows): void {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) send({ rows: rows.slice(at, at + ROWS_AT_ONCE) });
  send({ result: facts });
}

async function answer(order: Order): Promise<void> {
  const { bytes, limits } = order;
  switch (order.name) {
    case 'table': {
      const plain = isGzip(bytes) ? gunzip(bytes, limits.unpackedBytes) : bytes;
      if (isOle(plain)) throw refusedFile(OLE);
      return sendTable(isZip(plain) ? await readXlsx(plain, limits) : readDelimited(plain, limits, order.ask));
    }
    case 'mail':
      return send({ result: await readMail(bytes, limits) });
  }
}

try {
  await answer(workerData);
} catch (error) {
  if (error instanceof AppError) send({ refusal: error.errors[0]?.message ?? error.message });
  else send({ failure: error instanceof Error ? error.message : String(error) });
}
