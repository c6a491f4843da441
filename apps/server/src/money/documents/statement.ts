/** The statement of a partner or publisher: opening + documents − settlements = closing, per currency, at any date. */
import type { Side } from '@signpost/contract/money/document.ts';
import { subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import { type Balance, balanceSchema, type Statement } from '@signpost/contract/money/payment-views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const entryRow = z.object({
  day: z.string(),
  kind: z.enum(['invoice', 'selfBilled', 'received', 'creditNote', 'payment', 'writeOff']),
  documentId: z.number(),
  text: z.string(),
  currency: z.string(),
  /** The amount that it adds to the balance. */
  amount: z.string(),
});
type Entry = z.infer<typeof entryRow>;

interface StatementAsk {
  side: Side;
  partyId: number;
  from: string;
  to: string;
  /** Whether the reasons that staff gave for write-offs and reversals are left out. */
  hidesReasons?: boolean;
}

async function readEntries(db: Queryable, ask: StatementAsk): Promise<Entry[]> {
  const reason = ask.hidesReasons === true ? sql`NULL` : sql`a.reason`;
  const isParty = sql`coalesce(d.partner_id, d.publisher_id) = ${ask.partyId} AND d.side = ${ask.side}`;
  return await readRows(
    db,
    entryRow,
    sql`SELECT * FROM (
        SELECT d.issue_date::text AS day, d.kind, d.id AS document_id, d.number AS text, d.currency,
          CASE WHEN d.kind = 'creditNote' THEN -d.total ELSE d.total END AS amount, 0 AS turn, d.id AS place
        FROM documents d WHERE d.state = 'issued' AND ${isParty} AND d.issue_date <= ${ask.to}::date
        UNION ALL
        SELECT a.day::text, a.kind, d.id, concat_ws(' ', d.number, nullif(CASE WHEN a.reverses_id IS NULL THEN coalesce(p.reference, ${reason}) ELSE ${reason} END, '')), d.currency,
          CASE WHEN d.kind = 'creditNote' THEN a.amount ELSE -a.amount END, 1, a.id
        FROM allocations a JOIN documents d ON d.id = a.document_id LEFT JOIN payments p ON p.id = a.payment_id
        WHERE a.kind <> 'credit' AND ${isParty} AND a.day <= ${ask.to}::date) AS entries
      ORDER BY day, turn, place`,
  );
}

/** The parties of a side that have issued documents, with one row for each currency, the highest open amount first. */
export async function listBalances(db: Queryable, { side }: { side: Side }): Promise<Balance[]> {
  return await readRows(
    db,
    balanceSchema,
    sql`SELECT coalesce(d.partner_id, d.publisher_id) AS party_id, coalesce(p.name, u.name) AS party, d.currency,
        sum(CASE WHEN d.kind = 'creditNote' THEN -d.total ELSE d.total END)::text AS documents,
        sum(CASE WHEN d.kind = 'creditNote' THEN -s.amount ELSE s.amount END)::text AS settled,
        sum(CASE WHEN d.kind = 'creditNote' THEN s.amount - d.total ELSE d.total - s.amount END)::text AS open,
        greatest(max(d.issue_date), max(s.day))::text AS last_day
      FROM documents d LEFT JOIN partners p ON p.id = d.partner_id LEFT JOIN publishers u ON u.id = d.publisher_id
        CROSS JOIN LATERAL (SELECT coalesce(sum(a.amount), 0) AS amount, max(a.day) AS day
          FROM allocations a WHERE a.document_id = d.id AND a.kind <> 'credit') s
      WHERE d.state = 'issued' AND d.side = ${side}
      GROUP BY 1, 2, 3 ORDER BY sum(CASE WHEN d.kind = 'creditNote' THEN s.amount - d.total ELSE d.total - s.amount END) DESC, 2, 3`,
  );
}

/** One statement for each currency in which the party has documents. */
export async function readStatement(db: Queryable, ask: StatementAsk): Promise<Statement[]> {
  const entries = await readEntries(db, ask);
  return [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, all]): Statement => {
    const inside = all.filter(({ day }) => day >= ask.from);
    const opening = sumMoney(all.filter(({ day }) => day < ask.from).map(({ amount }) => amount));
    const isDocument = ({ kind }: Entry): boolean => kind !== 'payment' && kind !== 'writeOff';
    const documents = sumMoney(inside.filter(isDocument).map(({ amount }) => amount));
    const settled = subtractMoney('0', sumMoney(inside.filter((one) => !isDocument(one)).map(({ amount }) => amount)));
    let balance = opening;
    return {
      currency,
      opening,
      documents,
      settled,
      closing: subtractMoney(sumMoney([opening, documents]), settled),
      entries: inside.map((entry) => {
        balance = sumMoney([balance, entry.amount]);
        return { ...entry, balance };
      }),
    };
  });
}
