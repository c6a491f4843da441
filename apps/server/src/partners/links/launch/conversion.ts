import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { OutgoingError, type Send } from '../../../platform/outgoing.ts';
import { readRows } from '../../../platform/rows.ts';
import type { Vault } from '../../../platform/vault.ts';
import { KEY_PURPOSE, provedQuery, readPartner, SECRET_PURPOSE } from '../../conversions/keys.ts';

/** The address of the partner's postback with these parameters, signed as the partner would; null if none is set up. */
export async function postbackUrl(
  { db, vault }: { db: Db; vault: () => Promise<Vault> },
  base: string,
  partnerId: number,
  parameters: Readonly<Record<string, string>>,
): Promise<string | null> {
  const partner = await readPartner(db, partnerId);
  const keys = await db.selectFrom('partnerPostbacks').select('keySealed').where('partnerId', '=', partnerId).execute();
  const sealed = keys[0]?.keySealed;
  if (partner === undefined || sealed === undefined) return null;
  const open = await vault();
  const secret = partner.secretSealed === null ? '' : open.open(partner.secretSealed, SECRET_PURPOSE);
  const named = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [nameIn(partner.settings.names, name), value]),
  );
  return `${base}/postback/${open.open(sealed, KEY_PURPOSE)}?${provedQuery(named, partner.protection, secret)}`;
}

const nameIn = (names: Readonly<Record<string, string | undefined>>, name: string): string => names[name] ?? name;

/** Sends the postback; the answer in words. */
export async function sendPostback(send: Send, url: string): Promise<{ http: number | null; text: string }> {
  try {
    const { http, body } = await send({ url });
    return { http, text: body.trim() };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { http: null, text: error.message };
  }
}

const transactionRow = z.object({
  id: z.number(),
  state: z.string(),
  reason: z.string(),
  pricedBy: z.string().nullable(),
  because: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});

/** The test transaction once the worker has priced it; null until then. */
export async function readPriced(db: Db, partnerId: number, txid: string) {
  const [row] = await readRows(
    db,
    transactionRow,
    sql`SELECT id, state, reason, priced_by, price->>'because' AS because, price->>'amount' AS amount,
        price->>'currency' AS currency
      FROM affiliate_transactions WHERE partner_id = ${partnerId} AND reference = ${txid} AND state <> 'waiting'
        AND (state <> 'unattributed' OR tries > 6)`,
  );
  return row ?? null;
}

/** Whether the conversion's fact is in the statistics engine; null until it is. */
export async function readConversionFact(clickhouse: ClickHouse, clickId: string, txid: string): Promise<true | null> {
  const [row] = await clickhouse.query(
    `SELECT count() AS facts FROM facts WHERE click_id = {clickId:UUID} AND txid = {txid:String} AND reason = 'test'`,
    { clickId, txid },
    { parse: ({ facts }) => Number(facts) },
  );
  if ((row ?? 0) > 0) return true;
  return null;
}

const deliveryRow = z.object({
  name: z.string(),
  postbackId: z.number(),
  state: z.string(),
  tries: z.number(),
  http: z.number().nullable(),
  problem: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliveryRow>;

/** The outgoing postbacks of a transaction, once each was tried. */
export async function readDeliveries(db: Db, transactionId: number) {
  const rows = await readRows(
    db,
    deliveryRow,
    sql`SELECT p.name, p.id AS postback_id, d.state, d.tries, d.http, d.problem FROM outgoing_deliveries d
      JOIN outgoing_postbacks p ON p.id = d.outgoing_postback_id WHERE d.transaction_id = ${transactionId} ORDER BY d.id`,
  );
  if (rows.every(({ state, http, problem }) => state !== 'waiting' || http !== null || problem !== null)) return rows;
  return null;
}
