/** The rates that come with the product, in an npm package that is published daily. A newer version brings newer rates. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { QUOTED_FOR } from '@signpost/contract/money/base-currency.ts';
import { REPORTED_PLACES } from '@signpost/contract/reading/minor-units.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';

const file = createRequire(import.meta.url).resolve('@fawazahmed0/currency-api/v1/currencies/eur.json');
const fileSchema = z.object({ date: z.iso.date(), eur: z.record(z.string(), z.number().positive()) });
/** The package also quotes cryptocurrencies, which are left out. */
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Stores the rates of days that have none; rates that staff entered stay. Returns how many were added. */
export async function storePackageRates(db: Queryable): Promise<number> {
  const { date, eur } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const rates = Object.entries(eur)
    .map(([code, perEuro]) => [code.toUpperCase(), perEuro] as const)
    .filter(([code]) => known.has(code) && code !== QUOTED_FOR);
  const codes = rates.map(([code]) => code);
  const numbers = rates.map(([, perEuro]) => perEuro.toFixed(REPORTED_PLACES));
  const { numAffectedRows } = await sql`INSERT INTO exchange_rates (currency, day, per_euro, source)
    SELECT currency, ${date}::date, per_euro, 'package'
    FROM unnest(${codes}::text[], ${numbers}::numeric[])
      AS given(currency, per_euro)
    ON CONFLICT (currency, day) DO NOTHING`.execute(db);
  return Number(numAffectedRows ?? 0);
}
