/** The rates that come with the product, in an npm package that is published daily. A newer version brings newer rates. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { QUOTED_FOR } from '@signpost/contract/money/base-currency.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../database.ts';

const file = createRequire(import.meta.url).resolve('@fawazahmed0/currency-api/v1/currencies/eur.json');
const fileSchema = z.object({ date: z.iso.date(), eur: z.record(z.string(), z.number().positive()) });
/** The package also quotes cryptocurrencies and metals, which are left out. */
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** The smallest rate that `numeric(20,6)` stores with enough precision. */
const SMALLEST = 0.001;

/** Stores the rates of days that have none; rates that staff entered stay. Returns how many were added. */
export async function storePackageRates(db: Queryable): Promise<number> {
  const { date, eur } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const rates = Object.entries(eur)
    .map(([code, perEuro]) => [code.toUpperCase(), perEuro] as const)
    .filter(([code, perEuro]) => known.has(code) && code !== QUOTED_FOR && perEuro >= SMALLEST);
  const { numAffectedRows } = await sql`
    INSERT INTO exchange_rates (currency, day, per_euro, source)
    SELECT currency, ${date}::date, round(per_euro, 6), 'package'
    FROM unnest(${rates.map(([code]) => code)}::text[], ${rates.map(([, perEuro]) => perEuro.toFixed(8))}::numeric[])
      AS given(currency, per_euro)
    ON CONFLICT (currency, day) DO NOTHING`.execute(db);
  return Number(numAffectedRows ?? 0);
}
