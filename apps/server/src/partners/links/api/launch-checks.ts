/** Routes of launch checks. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { readLaunchCheck, startLaunchCheck } from '@signpost/contract/calls/launch-checks.ts';
import { campaign } from '@signpost/contract/entities/campaign.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { rowFilter } from '../../../workplace/records/scope.ts';
import * as launch from '../launch/store.ts';

const ENTITIES = { campaignBox, seoCampaignBox, campaign, partner } as const;

export function launchCheckRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;

  handle(app, startLaunchCheck, async ({ viewer, body: { geoId, ...body }, request, reply }) => {
    const entity = ENTITIES[body.subject];
    if (!mayDo(viewer, entity, 'edit')) throw new AppError('FORBIDDEN');
    // Errors: ITEM_NOT_FOUND.
    await readRecord(db, entity, body.recordId, rowFilter(entity, viewer));
    const geo = await db.selectFrom('geos').select('code').where('id', '=', geoId).executeTakeFirst();
    if (geo === undefined) throw invalid('geoId', 'This geo does not exist.');
    return await answerOnce(deps, { request, reply }, async (trx) => ({
      id: await launch.createLaunchCheck(trx, viewer, { ...body, geo: geo.code.toUpperCase() }, clock.now()),
    }));
  });

  handle(app, readLaunchCheck, ({ viewer, params }) => launch.readLaunchCheck(db, viewer, params.id));
}
