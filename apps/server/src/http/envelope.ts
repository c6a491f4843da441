/** Handlers return `ok(data)`, which wraps it in the envelope that every answer has. */
import type { Envelope, Meta } from '@signpost/contract/envelope.ts';
import { TEXT } from '@signpost/contract/texts.ts';

export function ok<T>(data: T, meta: Meta = {}): Envelope<T> {
  return { data, status: 'SUCCESS', message: TEXT.success, meta };
}
