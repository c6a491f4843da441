/**
 * Fetches the reference rates of the European Central Bank once a day, as a run of the ledger, so that failures are seen
 * (docs/decisions/0345). Without an address, the packaged table is the only source.
 */
import { dayIn, earlier } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { runInstant } from '@signpost/contract/workplace/jobs/schedule.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../database.ts';
import { OutgoingError, type Send } from '../../platform/outgoing.ts';
import { defineRun, type RunKind } from '../../workplace/runs/kinds.ts';
import { enqueueRun } from '../../workplace/runs/store.ts';
import { EcbFormatError, type EcbRate } from './ecb-rate.ts';

export interface RateDeps {
  db: Db;
  send: Send;
  /** Where the ECB's XML is; undefined switches fetching off. */
  ratesUrl: string | undefined;
}

/** The ECB publishes at about 16:00 in Frankfurt on working days. */
const PUBLICATION = { time: '16:30', zone: 'Europe/Berlin' } as const;
/** Seconds before each further attempt: an outage of some hours costs no day. */
const WAITS = [60, 600, 3_600, 4 * 3_600] as const;

/**
 * Puts today's run into the ledger before it is due; the very first one is due at once. Returns whether one was asked for.
 */
export async function planRates(db: Db, now: Date): Promise<boolean> {
  const day = dayIn(now, PUBLICATION.zone);
  return await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('runs')
      .select('key')
      .where('kind', '=', 'exchangeRates')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const key = `exchange rates ${day}`;
    if (known?.key === key) return false;
    const due = runInstant(PUBLICATION, day);
    const expectedAt = known === undefined ? earlier(due, now) : due;
    await enqueueRun(trx, now, {
      kind: 'exchangeRates',
      key,
      title: `Exchange rates of ${day}`,
      ownerId: null,
      input: {},
      expectedAt,
    });
    return true;
  });
}

/** Fetches and reads the file. Errors: OutgoingError, EcbFormatError. */
async function fetchRates(send: Send, url: string, now: Date): Promise<{ rates: EcbRate[]; bytes: number }> {
  const { http, body } = await send({ url, headers: { accept: 'application/xml, text/xml' }, timeoutMs: 30_000 });
  if (http !== 200) throw new EcbFormatError(`The address answers with ${http}.`);
  // Imported on first use, so that processes start faster (docs/decisions/0001).
  const { readEcbRates } = await import('./ecb.ts');
  return { rates: readEcbRates(body, dayIn(now, PUBLICATION.zone)), bytes: Buffer.byteLength(body) };
}

/**
 * Stores rates of the ECB with their day of publication and the time of fetching. They take the place of packaged rates
 * and of earlier answers for the same day. Rates that staff entered or archived stay. Returns how many rows are new or
 * changed.
 */
export async function storeEcbRates(db: Queryable, rates: readonly EcbRate[], fetchedAt: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`INSERT INTO exchange_rates AS known (currency, day, per_euro, source, fetched_at)
    SELECT currency, day, per_euro, 'ecb', ${fetchedAt}
    FROM unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::date[],
      ${rates.map(({ perEuro }) => perEuro)}::numeric[]) AS given(currency, day, per_euro)
    ON CONFLICT (currency, day) DO UPDATE
      SET per_euro = excluded.per_euro, source = 'ecb', fetched_at = excluded.fetched_at, updated_at = excluded.fetched_at,
        version = known.version + 1
      WHERE known.archived_at IS NULL AND (known.source = 'package'
        OR known.source = 'ecb' AND known.per_euro <> excluded.per_euro)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The run of a day. A failure of the other side is tried again; after the last attempt the Admins are told why. */
export const ratesRun = ({ send, ratesUrl }: Pick<RateDeps, 'send' | 'ratesUrl'>): RunKind =>
  defineRun({
    name: 'exchangeRates',
    input: z.object({}),
    waits: WAITS,
    async run({ attempt, complete }) {
      if (ratesUrl === undefined)
        throw new AppError('VALIDATION', {
          message: 'No address of exchange rates is set (EXCHANGE_RATES_URL), so the packaged table applies.',
        });
      const now = new Date();
      try {
        const { rates, bytes } = await fetchRates(send, ratesUrl, now);
        await complete(async (trx) => ({ rows: await storeEcbRates(trx, rates, now), bytes }));
      } catch (error) {
        const isTheirs = error instanceof OutgoingError || error instanceof EcbFormatError;
        if (!isTheirs || attempt <= WAITS.length) throw error;
        const message = `Exchange rates could not be fetched: ${error.message} The last rates that are known still apply.`;
        throw new AppError('VALIDATION', { message, errors: [{ path: '', message }] });
      }
      return undefined;
    },
  });
