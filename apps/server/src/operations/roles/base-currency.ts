import type { Db } from '../../database.ts';
import type { Env } from '../../env.ts';
import { storePackageRates } from '../../partners/deals/package-rates.ts';
import { settleBaseCurrency } from '../../platform/base-currency.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';

/** Sets the base currency of a process that reads or counts money. Errors: StartError if BASE_CURRENCY cannot be used. */
export async function takeBaseCurrency(db: Db, clickhouse: ClickHouse, { baseCurrency }: Env): Promise<void> {
  // The packaged rates come first, because a currency without a rate is refused.
  if (baseCurrency !== undefined) await storePackageRates(db);
  await settleBaseCurrency(db, clickhouse, baseCurrency);
}
