/** Reads the body of a request to a plain HTTP server. */
import type { IncomingMessage } from 'node:http';

/** The whole body, or undefined if it is longer than allowed. Rejects if the connection ends before. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error of Node for a request that was broken off, for work that ends when its sender has left. */
export const senderGone = (): Error => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

/** Whether reading a request failed because its sender has left. It is no failure of ours, and nobody reads the answer. */
export const isSenderGone = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
