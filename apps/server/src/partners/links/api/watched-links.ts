/** Routes of the watched links. The decisions of people stand in the audit trail. */
import {
  listWatchedLinks,
  readWatchedSummary,
  setLinkWatch,
  trustWatchedLink,
} from '@signpost/contract/calls/watched-links.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { tellDecision } from '../../../workplace/records/decision-audit.ts';
import * as watched from '../watch/read.ts';
import { setTakesOut, setTrusted } from '../watch/settings.ts';

export function watchedLinkRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  handle(app, listWatchedLinks, async ({ viewer, query }) => {
    const { links, total } = await watched.readWatchedLinks(db, viewer, query, clock.now());
    return withMeta(links, { total });
  });

  handle(app, readWatchedSummary, ({ viewer }) => watched.readWatchedSummary(db, viewer, clock.now()));

  handle(app, setLinkWatch, async ({ body: { takesOut, version }, request }) => {
    await db.transaction().execute(async (trx) => {
      const next = await setTakesOut(trx, takesOut, version);
      const change = { before: { takesOut: !takesOut }, after: { takesOut } };
      await tellDecision(trx, deps, request, { entity: 'linkWatch', recordId: 1, version: next, ...change });
    });
    return null;
  });

  handle(app, trustWatchedLink, async ({ params: { id }, body: { isTrusted }, request }) => {
    await db.transaction().execute(async (trx) => {
      await setTrusted(trx, id, isTrusted);
      const change = { before: null, after: { isTrusted } };
      await tellDecision(trx, deps, request, { entity: 'watchedLink', recordId: id, version: 0, ...change });
    });
    return null;
  });
}
