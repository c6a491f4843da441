/** Route for the entries that need the viewer's attention. */
import { listAttention } from '@signpost/contract/calls/attention.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { countEntries } from '../open-entries.ts';

export function attentionRoutes(app: App, { db, clock }: Deps): void {
  handle(app, listAttention, async ({ viewer }) => {
    const entries = await countEntries(db, viewer, clock.now());
    return entries.filter(({ count }) => count > 0);
  });
}
