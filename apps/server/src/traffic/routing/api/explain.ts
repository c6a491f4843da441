/** "Why does this click go there?", answered for an imagined visit by the code that routes. */

import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { RecordNames } from '@signpost/contract/traffic/clicks/condition-words.ts';
import { RECORD_CONDITIONS, type RecordConditionField, testsOf } from '@signpost/contract/traffic/clicks/conditions.ts';
import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import { hostOf, languageOf } from '@signpost/contract/traffic/clicks/visit-words.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { explain } from '../../clicks/decide/explain.ts';
import type { PartnerNames } from '../../clicks/decide/explain-deals.ts';
import { hashText } from '../../clicks/decide/hash.ts';
import type { Rule } from '../../clicks/snapshot/rules.ts';
import { currentSnapshot } from '../configuration.ts';

const SOMEBODY = 'somebody';
const NO_CLICK = '00000000-0000-7000-8000-000000000000';

const nameRow = z.object({ field: z.enum(RECORD_CONDITIONS), id: z.number(), name: z.string() });

/** The names of the records that rules refer to. */
async function readNames(db: Queryable, rules: readonly Rule[]): Promise<RecordNames> {
  const tests = rules.flatMap(({ conditions }) => testsOf(conditions));
  const idsOf = (field: RecordConditionField) => tests.flatMap((test) => (test.field === field ? test.values : []));
  const rows = await readRows(
    db,
    nameRow,
    sql`SELECT 'source' AS field, id, name FROM traffic_sources WHERE id = ANY(${idsOf('source')}::bigint[])
      UNION ALL SELECT 'category', id, name FROM categories WHERE id = ANY(${idsOf('category')}::bigint[])
      UNION ALL SELECT 'publisher', id, name FROM publishers WHERE id = ANY(${idsOf('publisher')}::bigint[])
      UNION ALL SELECT 'website', id, name FROM websites WHERE id = ANY(${idsOf('website')}::bigint[])`,
  );
  const known = new Map(rows.map(({ field, id, name }) => [`${field} ${id}`, name]));
  return (field, id) => known.get(`${field} ${id}`) ?? `#${id}`;
}

const partnerRow = z.object({ id: z.number(), name: z.string() });

async function readPartners(db: Queryable): Promise<PartnerNames> {
  const rows = await readRows(db, partnerRow, sql`SELECT id, name FROM partners`);
  const known = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => known.get(id) ?? `#${id}`;
}

export function explainRoutes(app: App, deps: Deps): void {
  const snapshotNow = currentSnapshot(deps.db);
  for (const { explain: call } of Object.values(boxCalls))
    handle(app, call, async ({ params, body }) => {
      const { at, visitor, sub1, sub2, sub3, sub4, sub5, ...rest } = body;
      const visit = {
        ...rest,
        // Normalised as in the router.
        language: languageOf(rest.language),
        referrer: hostOf(rest.referrer),
        boxId: params.id,
        visitor: hashText(visitor || SOMEBODY),
        at: at ? Date.parse(at) : deps.clock.now().getTime(),
        subs: [sub1, sub2, sub3, sub4, sub5] as const,
        kept: NOTHING_KEPT,
        consent: '' as const,
      };
      const snapshot = await snapshotNow();
      const names = await readNames(deps.db, snapshot.boxes.get(visit.boxId)?.rules.all ?? []);
      const partners = await readPartners(deps.db);
      const answer = explain(snapshot, visit, { clickId: NO_CLICK, code: visit.code, names, partners });
      if (answer === null) throw new AppError('ITEM_NOT_FOUND');
      return answer;
    });
}
