/** The day's rates that come with the product: an npm package that is published daily; a newer version brings newer ones. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';

const file = createRequire(import.meta.url).resolve('@fawazahmed0/currency-api/v1/currencies/eur.json');
const fileSchema = z.object({ date: z.iso.date(), eur: z.record(z.string(), z.number().positive()) });
/** The package quotes coins and metals too. */
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** What `numeric(20,6)` holds without losing the rate. */
const SMALLEST = 0.001;

/** Stores them where their day has none yet: what staff entered by hand stands. Answers how many are new. */
export async function storePackageRates(db: Queryable): Promise<number> {
  const { date, eur } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const rates = Object.entries(eur)
    .map(([code, perEuro]) => [code.toUpperCase(), perEuro] as const)
    .filter(([code, perEuro]) => known.has(code) && code !== BASE_CURRENCY && perEuro >= SMALLEST);
  const { numAffectedRows } = await sql`
    INSERT INTO exchange_rates (currency, day, per_euro)
    SELECT currency, ${date}::date, round(per_euro, 6)
    FROM unnest(${rates.map(([code]) => code)}::text[], ${rates.map(([, perEuro]) => perEuro.toFixed(8))}::numeric[])
      AS given(currency, per_euro)
    ON CONFLICT (currency, day) DO NOTHING`.execute(db);
  return Number(numAffectedRows ?? 0);
}
