import { testApp } from '@signpost/testkit/app.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storePackageRates } from './package-rates.ts';
import { readRates } from './rates.ts';

const { db } = await testApp();

it('adds the rates of its day once, and keeps rates entered by hand', async () => {
  const stored = await storePackageRates(db);
  expect(stored).toBeGreaterThan(100);
  expect(await storePackageRates(db)).toBe(0);
  const { rows } = await sql<{ day: string; perEuro: string }>`
    SELECT day::text AS day, per_euro FROM exchange_rates WHERE currency = 'USD' ORDER BY day DESC LIMIT 1`.execute(db);
  const [newest] = rows;
  expect(newest?.day).toMatch(/^202\d-\d{2}-\d{2}$/);
  const rateOf = await readRates(db);
  for (const currency of ['USD', 'GBP', 'CHF', 'JPY', 'BRL', 'INR', 'ZAR', 'THB', 'UAH'])
    expect(Number(rateOf(currency, '2030-01-01'))).toBeGreaterThan(0);
  expect(Number(rateOf('USD', '2030-01-01'))).toBeCloseTo(1 / Number(newest?.perEuro), 8);
  expect(rateOf('BTC', '2030-01-01')).toBeNull();
  await sql`UPDATE exchange_rates SET per_euro = 2 WHERE currency = 'USD' AND day = ${newest?.day}::date`.execute(db);
  await storePackageRates(db);
  expect((await readRates(db))('USD', '2030-01-01')).toBe('0.5');
});
