/** Partner overrides: only terms that were approved price conversions. */

import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { subtractMoney } from '@signpost/contract/money/money.ts';
import { overrideDraft } from '@signpost/contract/partners/conversions/effect.ts';
import { sql } from 'kysely';
import { effectOfOverride } from '../../partners/conversions/counting/override-effect.ts';
import { readRates } from '../../partners/deals/rates.ts';
import { sqlIf } from '../../platform/rows.ts';
import { authorOf, changeRecord } from '../../workplace/records/change.ts';
import { readRecord } from '../../workplace/records/read.ts';
import { hashOfContent } from '../approvals/approvals.ts';
import { type KindOfChange, readProposed, textFact, validText } from './kind.ts';

const hashOf = ({ id, version }: StoredRecord): string => hashOfContent({ partnerOverride: id, version });

export const overrides: KindOfChange = {
  kind: 'partnerOverride',
  async list({ db, clickhouse }, now, id) {
    const found = await readProposed(
      db,
      partnerOverride,
      sql`SELECT id FROM partner_overrides WHERE override_status = 'proposed' AND archived_at IS NULL ${sqlIf(id !== undefined, sql`AND id = ${id}`)} ORDER BY id`,
    );
    const rateOf = await readRates(db);
    return await Promise.all(
      found.map(async ({ record, proposal }) => {
        const { labels } = record;
        const draft = overrideDraft.parse(record);
        const isKnown = rateOf(draft.currency, now.toISOString().slice(0, 10)) !== null;
        const { was, would, conversions } = await effectOfOverride({ db, clickhouse }, draft, now);
        return {
          ...proposal,
          kind: 'partnerOverride' as const,
          hash: hashOf(record),
          title: `Override ${String(record.name)}`,
          party: String(labels.partnerId),
          validFrom: String(record.validFrom),
          effect: isKnown ? subtractMoney(would, was).replace('-', '') : null,
          facts: [
            {
              label: 'Pays',
              pays: { fixedAmount: draft.amount, sharePercent: null, currency: draft.currency },
            },
            { label: 'Deal type', value: draft.dealType },
            { label: 'Geo', value: String(labels.geoId ?? 'Every geo') },
            { label: 'Traffic source', value: String(labels.trafficSourceId ?? 'Every source') },
            { label: 'Valid', value: validText(record.validFrom, record.validTo) },
            { label: 'Conversions it was tried on', value: String(conversions) },
            ...textFact('Reason', record.reason),
          ],
        };
      }),
    );
  },
  async lock({ trx }, id) {
    await sql`SELECT 1 FROM partner_overrides WHERE id = ${id} FOR UPDATE`.execute(trx);
    const record = await readRecord(trx, partnerOverride, id);
    if (record.overrideStatus === 'proposed' && record.archivedAt === null) return hashOf(record);
    return null;
  },
  async settle(ctx, id, { verdict, note }) {
    const author = authorOf(ctx);
    await changeRecord(ctx.trx, author, {
      entity: partnerOverride,
      id,
      told: ['overrideStatus', 'decisionNote'],
      action: 'effect',
      write: async () => {
        if (verdict === 'approved')
          await sql`INSERT INTO approved_overrides
              SELECT id, partner_id, geo_id, traffic_source_id, deal_type, amount, currency, valid_from, valid_to
              FROM partner_overrides WHERE id = ${id}
            ON CONFLICT (override_id) DO UPDATE SET partner_id = excluded.partner_id, geo_id = excluded.geo_id,
              traffic_source_id = excluded.traffic_source_id, deal_type = excluded.deal_type, amount = excluded.amount,
              currency = excluded.currency, valid_from = excluded.valid_from, valid_to = excluded.valid_to`.execute(
            ctx.trx,
          );
        return { overrideStatus: verdict, decisionNote: note || null, decidedAt: author.at };
      },
    });
  },
};
