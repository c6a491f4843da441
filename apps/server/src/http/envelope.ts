/** Handlers return `ok(data)`; the envelope of spec section 7 is put around it here. */
import type { Envelope, Meta } from '@signpost/contract/api.ts';
import { TEXT } from '@signpost/contract/texts.ts';

export function ok<T>(data: T, meta: Meta = {}): Envelope<T> {
  return { data, status: 'SUCCESS', message: TEXT.success, meta };
}
