/** The thread that reads one file and ends. Started by `parse.ts` alone. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@signpost/contract/errors.ts';
import { errorText } from '../error-text.ts';
import { isOle, isZip } from './archive.ts';
import { readDelimited } from './delimited.ts';
import { decodeTable } from './encoding.ts';
import { refuseForeignText } from './foreign.ts';
import { gunzip, isGzip } from './gzip.ts';
import type { Answer, Order, TableRows } from './kinds.ts';
import { readMail } from './mail.ts';
import { piecesOf } from './pieces.ts';
import { refusedFile } from './refusal.ts';
import { readXlsx } from './xlsx.ts';

const OLE =
  'This is a workbook of an old format or with a password. Save it as .xlsx or CSV without a password, and try again.';

const send = (answer: Answer): void => parentPort?.postMessage(answer);

/** Sends the rows in pieces. The asking process takes each over in a turn of its own, and then asks for the next. */
async function sendTable({ rows, ...facts }: TableRows): Promise<void> {
  for (const piece of piecesOf(rows)) {
    send({ rows: piece });
    if (parentPort !== null) await once(parentPort, 'message');
  }
  send({ result: facts });
}

async function answer(order: Order): Promise<void> {
  const { bytes, limits } = order;
  switch (order.name) {
    case 'table': {
      const plain = isGzip(bytes) ? gunzip(bytes, limits.unpackedBytes) : bytes;
      if (isOle(plain)) throw refusedFile(OLE);
      if (isZip(plain)) return await sendTable(await readXlsx(plain, limits, order.ask));
      refuseForeignText(plain);
      const { text, encoding } = decodeTable(Buffer.from(plain), order.ask.encoding);
      return await sendTable({ ...readDelimited(text, limits, order.ask), encoding });
    }
    case 'mail':
      return send({ result: await readMail(bytes, limits) });
  }
}

try {
  await answer(workerData);
} catch (error) {
  if (error instanceof AppError) {
    const { path, message } = error.errors[0] ?? { path: 'file', message: error.message };
    send({ refusal: message, path });
  } else send({ failure: errorText(error) });
}
