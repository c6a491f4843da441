import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { questionSchema } from '@signpost/contract/insight/stats/query.ts';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';

/**
 * Registers a call whose handler reads a question beside the call's own parameters (`readQuestion`), and documents both.
 * The question is read by the handler because the tab that it names supplies the missing parts.
 */
export function handleQuestion<C extends AnyCall>(app: App, call: C, work: Parameters<typeof handle<C>>[2]): void {
  const own = call.query instanceof z.ZodObject ? call.query.shape : {};
  handle(app, call, work, { documentQuery: z.object({ ...own, ...questionSchema.shape }) });
}
