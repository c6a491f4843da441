/** Reads the tables that documents are decided by: VAT rows, published rates, approval tiers. */
import { AppError } from '@signpost/contract/errors.ts';
import { type ApprovalTier, approvalTierSchema } from '@signpost/contract/money/approval.ts';
import type { UsedRate } from '@signpost/contract/money/document.ts';
import { rateOn } from '@signpost/contract/money/exchange.ts';
import { type VatRow, vatRowSchema } from '@signpost/contract/money/vat.ts';
import { seriesSchema } from '@signpost/contract/money/views.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

export const readVatRows = (db: Queryable): Promise<VatRow[]> =>
  readRows(
    db,
    vatRowSchema,
    sql`SELECT version, valid_from::text AS valid_from, treatment, country, category, trim_scale(rate)::text AS rate,
        note_code, note FROM vat_rules ORDER BY valid_from DESC, treatment, country`,
  );

export const readTiers = (db: Queryable): Promise<ApprovalTier[]> =>
  readRows(
    db,
    approvalTierSchema,
    sql`SELECT up_to, approvers, needs_admin FROM approval_tiers ORDER BY up_to NULLS LAST`,
  );

/** The number series of all legal entities, the newest year first. */
export const readSeries = (db: Queryable) =>
  readRows(
    db,
    seriesSchema,
    sql`SELECT s.id, e.name AS legal_entity, s.kind, s.fiscal_year, s.last_number, s.last_issue_date::text AS last_issue_date
      FROM number_series s JOIN legal_entities e ON e.id = s.legal_entity_id
      ORDER BY e.name, s.fiscal_year DESC, s.kind`,
  );

const rateRow = z.object({
  currency: z.string(),
  day: z.string(),
  perEuro: z.string(),
  source: z.string(),
  fetchedAt: z.date().transform((at) => at.toISOString()),
});

const noRate = (currency: string, day: string) =>
  new AppError('VALIDATION', {
    message: `No rate of ${currency} was published on or before ${day}. Add it under Partner override, Rates.`,
    errors: [{ path: 'currency', message: `No exchange rate is known for ${currency} on ${day}.` }],
  });

/** The rate between two currencies on a day, by the last rates that were published until then. Errors: VALIDATION if one has none. */
export async function readRate(db: Queryable, ask: { currency: string; to: string; day: string }): Promise<UsedRate> {
  const published = await readRows(
    db,
    rateRow,
    sql`SELECT DISTINCT ON (currency) currency, day::text AS day, per_euro, source, fetched_at FROM exchange_rates
      WHERE currency IN (${ask.currency}, ${ask.to}) AND day <= ${ask.day}::date AND archived_at IS NULL
      ORDER BY currency, day DESC`,
  );
  const found = rateOn(published, ask);
  if ('missing' in found) throw noRate(found.missing, ask.day);
  return found.rate;
}
