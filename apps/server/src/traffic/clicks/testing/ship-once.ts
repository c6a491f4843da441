/** `ship-once.ts <clicks> <clickhouse url>`: ships all segments once; tests kill it half-way. */
import { openClickHouse } from '../../../platform/clickhouse.ts';
import { createLog } from '../../../platform/log.ts';
import { shippingRounds } from '../ship/shipper.ts';

const [clicks = '', url = ''] = process.argv.slice(2);
const clickhouse = openClickHouse({ url });
const round = shippingRounds({
  clicks,
  clickhouse,
  log: createLog({ level: 'silent', name: 'ship-once' }),
  signal: new AbortController().signal,
});
await round();
await clickhouse.close();
