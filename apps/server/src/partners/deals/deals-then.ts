/**
 * Deals as they were when they took a click, from the audit trail of their partners. Changed terms apply from then on and
 * never to earlier clicks. A value that was not entered yet at that time (such as the amount) is taken as it is now.
 */
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { DealTerms } from './choose-terms.ts';

const { dealType, dealRevenueType } = partner.fields.deals.of;
const optionsOf = <const T extends readonly { value: string }[]>(options: T): T[number]['value'][] =>
  options.map(({ value }) => value);
const amount = z.string().nullable().default(null);
const day = z.iso.date().nullable().default(null);
const id = z.coerce.number();
const dealSchema = z.object({
  id,
  geoId: id,
  integrationId: id,
  weight: z.number(),
  fixedAmount: amount,
  sharePercent: amount,
  validFrom: day,
  validTo: day,
  rejectedPaid: z.boolean().default(false),
  dealType: z.enum(optionsOf(dealType.options)),
  dealRevenueType: z.enum(optionsOf(dealRevenueType.options)),
});
const recordSchema = z.object({ currency: z.string(), deals: z.array(dealSchema) });

/** A click for which terms are needed. */
export type TermsOf = Pick<Fact, 'publisherId' | 'dealId' | 'dealVersion'>;

const pastRow = z.object({ version: z.number(), record: z.record(z.string(), z.unknown()) });

/** By deal and version, for versions other than the current one. */
export async function dealsThen(
  db: Queryable,
  deals: readonly DealTerms[],
  clicks: readonly TermsOf[],
): Promise<ReadonlyMap<string, DealTerms>> {
  const now = new Map(deals.map((deal) => [deal.id, deal]));
  const asked = new Map(
    clicks.flatMap(({ dealId, dealVersion }) => {
      const deal = now.get(dealId);
      if (deal === undefined || deal.partnerId === null || dealVersion === 0 || dealVersion >= deal.version) return [];
      return [[`${deal.partnerId} ${dealVersion}`, { partnerId: deal.partnerId, version: dealVersion }] as const];
    }),
  );
  const found = new Map<string, DealTerms>();
  if (asked.size === 0) return found;
  const pairs = [...asked.values()];
  const content = sql`a.entity = ${partner.name} AND a.record_id = n.partner_id AND a.action IN ('create', 'update')`;
  const rows = await readRows(
    db,
    pastRow,
    sql`SELECT n.version, coalesce(
        (SELECT a.after FROM audit a WHERE ${content} AND a.version <= n.version ORDER BY a.id DESC LIMIT 1),
        (SELECT a.before FROM audit a WHERE ${content} AND a.version > n.version ORDER BY a.id LIMIT 1)) AS record
      FROM unnest(${pairs.map(({ partnerId }) => partnerId)}::bigint[], ${pairs.map(({ version }) => version)}::integer[])
        AS n(partner_id, version)`,
  );
  for (const { version, record } of rows) {
    const was = recordSchema.safeParse(underCurrentNames(partner.fields, record));
    // Values that are missing in the trail are taken as they are now.
    for (const row of was.data?.deals ?? []) {
      const deal = now.get(row.id);
      if (deal === undefined) continue;
      // Only a deal of the same type pays the same amounts.
      const same = row.dealType === deal.dealType ? deal : undefined;
      found.set(`${row.id} ${version}`, {
        ...deal,
        ...row,
        version,
        currency: was.data?.currency ?? deal.currency,
        fixedAmount: row.fixedAmount ?? same?.fixedAmount ?? null,
        sharePercent: row.sharePercent ?? same?.sharePercent ?? null,
      });
    }
  }
  return found;
}
