/** The people behind addresses: who is suppressed for which topic, and the score of temporary failures. */
import {
  EVERY_TOPIC,
  MAIL_TOPICS,
  type MailTopic,
  type SuppressionReason,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { idRow, readRow, readRows } from '../../platform/rows.ts';

/** After this many days, a temporary failure counts half. */
const HALF_LIFE_DAYS = 14;
/** From this score on, a person gets no mail until the score has decayed (docs/decisions/0250). */
const MOST_FAILURES = 3;

const decayed = (now: Date): RawBuilder<number> =>
  sql`p.score * power(0.5, greatest(0, extract(epoch FROM ${now}::timestamptz - coalesce(p.scored_at, ${now}::timestamptz)))
    / ${HALF_LIFE_DAYS * 86_400})`;

const personRow = z.object({ id: z.number(), address: z.string() });

/** The ids of the people with these addresses, by the address in lower case. New addresses are stored. */
export async function peopleAt(
  trx: Queryable,
  addresses: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const keys = [...new Set(addresses.map((address) => address.toLowerCase()))];
  await sql`INSERT INTO mail_people (address, created_at) SELECT address, ${now} FROM unnest(${keys}::text[]) AS address
    ON CONFLICT DO NOTHING`.execute(trx);
  const rows = await readRows(
    trx,
    personRow,
    sql`SELECT id, address FROM mail_people WHERE address = ANY(${keys}::text[])`,
  );
  return new Map(rows.map(({ id, address }) => [address, id]));
}

/** True for a person `p` who gets no mail of a topic now. */
export const isSuppressed = (topic: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`(${decayed(now)} >= ${MOST_FAILURES} OR EXISTS (SELECT 1 FROM mail_suppressions x
    WHERE x.person_id = p.id AND x.topic IN (${EVERY_TOPIC}, ${topic})))`;

const addressRow = z.object({ address: z.string() });

/** The addresses among these that get no mail of the topic now, in lower case. */
export async function suppressedAmong(
  db: Queryable,
  addresses: readonly string[],
  topic: MailTopic,
  now: Date,
): Promise<ReadonlySet<string>> {
  const keys = addresses.map((address) => address.toLowerCase());
  const rows = await readRows(
    db,
    addressRow,
    sql`SELECT p.address FROM mail_people p WHERE p.address = ANY(${keys}::text[]) AND ${isSuppressed(sql`${topic}`, now)}`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** A person's own decision is not replaced by an entry of staff or the answer of a mail server. */
const STRENGTH = sql`array_position(ARRAY['staff', 'bounced', 'complained', 'unsubscribed'], mail_suppressions.reason)
  < array_position(ARRAY['staff', 'bounced', 'complained', 'unsubscribed'], excluded.reason)`;

interface NewSuppression {
  personId: number;
  topic: string;
  reason: SuppressionReason;
  at: Date;
  /** The member of staff who entered it. */
  byId?: number | null;
}

/** Stops mails of a topic, or of every topic, to a person. */
export async function suppress(
  trx: Queryable,
  { personId, topic, reason, at, byId = null }: NewSuppression,
): Promise<void> {
  await sql`INSERT INTO mail_suppressions (person_id, topic, reason, at, by_id)
    VALUES (${personId}, ${topic}, ${reason}, ${at}, ${byId})
    ON CONFLICT (person_id, topic) DO UPDATE SET reason = excluded.reason, at = excluded.at, by_id = excluded.by_id WHERE ${STRENGTH}`.execute(
    trx,
  );
}

/** A person wants the mails of a topic again. If every topic was stopped, the other topics stay stopped. */
export async function allow(trx: Queryable, personId: number, topic: MailTopic, at: Date): Promise<void> {
  const { numAffectedRows } =
    await sql`DELETE FROM mail_suppressions WHERE person_id = ${personId} AND topic = ${EVERY_TOPIC}`.execute(trx);
  if (numAffectedRows === 1n)
    for (const other of MAIL_TOPICS) await suppress(trx, { personId, topic: other, reason: 'unsubscribed', at });
  await sql`DELETE FROM mail_suppressions WHERE person_id = ${personId} AND topic = ${topic}`.execute(trx);
}

/** Counts a temporary failure of a person. Earlier ones have decayed by then. */
export async function score(trx: Queryable, personId: number, now: Date): Promise<void> {
  await sql`UPDATE mail_people p SET score = least(${decayed(now)} + 1, 1000), scored_at = ${now} WHERE p.id = ${personId}`.execute(
    trx,
  );
}

/** The id of the person with an address, who may be new. */
export async function personAt(trx: Queryable, address: string, now: Date): Promise<number> {
  await peopleAt(trx, [address], now);
  return (await readRow(trx, idRow, sql`SELECT id FROM mail_people WHERE address = ${address.toLowerCase()}`)).id;
}
