/** Reads the answers of the statistics engine as lines. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { EngineError, streamError } from './clickhouse-error.ts';

/**
 * The lines of an answer in TabSeparated, which escapes line breaks and carriage returns. If the engine fails after it
 * has begun to answer, a line with nothing but a carriage return announces the exception.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let failure: string | null = null;
  for await (const chunk of stream) {
    const text: string = decoder.write(chunk);
    if (failure !== null) {
      failure += text;
      continue;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const end = lines.indexOf('\r');
    if (end !== -1) failure = [...lines.slice(end), rest].join('\n');
    else if (lines.length > 0) yield lines;
  }
  if (failure !== null) throw streamError(failure);
  if (rest !== '') throw new EngineError('unavailable', new Error('The answer ends within a line.'));
}

/** Reads the answer to its end; otherwise the connection is not returned to the pool. */
export async function drain(stream: Readable): Promise<void> {
  for await (const chunk of stream) void chunk;
}
