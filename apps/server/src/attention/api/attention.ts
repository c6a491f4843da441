/** Route for the entries that need the viewer's attention. */
import { mayOpen, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import { listAttention } from '@signpost/contract/calls/attention.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import type { Attention } from '@signpost/contract/people/attention.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';
import { ENTRIES } from '../entries.ts';

export function attentionRoutes(app: App, { db, clock }: Deps): void {
  handle(app, listAttention, async ({ viewer }) => {
    const today = dayIn(clock.now(), viewer.timeZone);
    const open = ENTRIES.filter(
      ({ route, countsAllRows }) => mayOpen(viewer, ROUTES[route]) && !(countsAllRows && seesOwnPublisherOnly(viewer)),
    );
    const counted = await Promise.all(
      open.map(async ({ id, route, one, many, search, count }): Promise<Attention> => {
        const found = await count({ db, viewer, today });
        return { id, route, count: found, text: found === 1 ? one : many, search: { ...search(today) } };
      }),
    );
    return counted.filter(({ count }) => count > 0);
  });
}
