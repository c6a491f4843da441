/** Reads transactions with everything needed to evaluate them: their clicks, the terms, and what counts already. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { readRows, sqlIf } from '../../../platform/rows.ts';
import { readTerms, type Terms } from '../../deals/terms.ts';
import { readPartner } from '../keys.ts';
import { findClicks, type KnownClick } from './clicks.ts';

/** A transaction that waits to be counted. */
export const waitingRow = z.object({
  id: z.number(),
  partnerId: z.number(),
  meaning: z.string().nullable(),
  state: z.string(),
  status: z.string(),
  reference: z.string(),
  txid: z.string(),
  clickId: z.string().nullable(),
  amount: z.string().nullable(),
  payout: z.string().nullable(),
  currency: z.string().nullable(),
  occurredAt: z.date(),
  receivedAt: z.date(),
  tries: z.number(),
});
export type Waiting = z.infer<typeof waitingRow>;

/**
 * The columns of {@link Waiting}, for the table `t`. A report that names only a transaction (often a chargeback)
 * belongs to the click of the transaction's other reports, unless these name several clicks: nothing is guessed.
 */
export const WAITING = sql`t.id, t.partner_id, t.meaning, t.state, t.status, t.reference, t.txid, t.amount, t.payout, t.currency,
  t.occurred_at, t.received_at, t.tries,
  coalesce(t.click_id, (SELECT CASE WHEN count(DISTINCT c.click_id) = 1 THEN min(c.click_id) END FROM (
    SELECT o.click_id, rank() OVER (ORDER BY o.by_hand DESC, o.state = 'counted' DESC) AS place
    FROM affiliate_transactions o
    WHERE o.partner_id = t.partner_id AND o.reference = t.reference AND o.click_id IS NOT NULL AND o.state <> 'withdrawn') c
    WHERE c.place = 1)) AS click_id`;

const tookSchema = z.object({ amount: z.string(), currency: z.string(), publisherFixed: z.string() });
const storedSchema = z.looseObject({
  amount: z.string(),
  currency: z.string(),
  dealType: z.string().default(''),
  publisherFixed: z.string().default('0'),
  countsAs: z.string().optional(),
  isRejected: z.boolean().default(false),
  isDecided: z.boolean().default(false),
  // Earlier prices have one amount, or null.
  took: z
    .union([z.array(tookSchema), tookSchema.nullable().transform((took) => (took === null ? [] : [took]))])
    .optional(),
});
export type StoredPrice = z.infer<typeof storedSchema>;

/** A transaction that counts already. */
export interface Counted extends Waiting {
  stored: StoredPrice;
  revenue: string;
}

/** A click and a partner whose transactions belong together. */
export const groupKeyRow = z.object({ clickId: z.string(), partnerId: z.number() });
export type GroupKey = z.infer<typeof groupKeyRow>;

const countedRow = waitingRow.extend({ price: z.unknown(), revenue: z.string() });

/** The data needed to evaluate some transactions. */
export interface Surroundings {
  clicks: ReadonlyMap<string, KnownClick>;
  terms: Terms;
  /** Transactions that count already, by click and partner. */
  counted: ReadonlyMap<string, readonly Counted[]>;
  /** Partners whose integration allows several first deposits per click. */
  takesSeveral: ReadonlySet<number>;
  /** Partners whose integration keeps the first amount of a transaction. */
  keepsFirst: ReadonlySet<number>;
}

export const keyOf = ({ clickId, partnerId }: GroupKey): string => `${clickId} ${partnerId}`;

/**
 * Selects the ids of the transactions of these clicks that are not counted because an exchange rate is missing. Other
 * transactions of the click can make the rate unnecessary: a chargeback takes back what the click has earned, in the
 * currency of the deal.
 */
export const lackingRate = (
  groups: readonly GroupKey[],
): RawBuilder<unknown> => sql`SELECT o.id FROM unnest(${groups.map(({ partnerId }) => partnerId)}::bigint[],
    ${groups.map(({ clickId }) => clickId)}::text[]) AS g(partner_id, click_id)
  JOIN affiliate_transactions t ON t.partner_id = g.partner_id AND t.click_id = g.click_id
  JOIN affiliate_transactions o ON o.partner_id = t.partner_id AND o.reference = t.reference
    AND (o.click_id IS NULL OR o.click_id = t.click_id)
  WHERE o.state = 'unattributed' AND o.reason = 'no_rate'`;

/** Reads the clicks of these transactions and groups, the terms that may apply, and what counts already. */
export async function surroundings(
  db: Queryable,
  clickhouse: ClickHouse,
  transactions: readonly Pick<Waiting, 'clickId' | 'partnerId'>[],
  { groups = [], locks = false }: { groups?: readonly GroupKey[]; locks?: boolean } = {},
): Promise<Surroundings> {
  const of = [...transactions, ...groups];
  const clicks = await findClicks(clickhouse, [...new Set(of.flatMap(({ clickId }) => clickId ?? []))]);
  const partners = [...new Set(of.map(({ partnerId }) => partnerId))];
  const terms = await readTerms(db, partners, [...clicks.values()]);
  const rows = await readRows(
    db,
    countedRow,
    sql`SELECT ${WAITING}, t.price, t.revenue FROM affiliate_transactions t
      WHERE t.click_id = ANY(${[...clicks.keys()]}::text[]) AND t.partner_id = ANY(${partners}::bigint[])
        AND t.state = 'counted' ORDER BY t.id ${sqlIf(locks, sql`FOR UPDATE OF t`)}`,
  );
  const counted = rows.map(({ price, ...row }) => ({ ...row, stored: storedSchema.parse(price) }));
  const takesSeveral = new Set<number>();
  const keepsFirst = new Set<number>();
  for (const id of partners) {
    const settings = (await readPartner(db, id))?.settings;
    if (settings?.severalFirstDeposits === true) takesSeveral.add(id);
    if (settings?.otherAmounts === 'conflict') keepsFirst.add(id);
  }
  return {
    clicks,
    terms,
    counted: Map.groupBy(counted, ({ clickId, partnerId }) => keyOf({ clickId: clickId ?? '', partnerId })),
    takesSeveral,
    keepsFirst,
  };
}
