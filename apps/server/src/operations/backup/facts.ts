/** The facts of ClickHouse, month by month, as lines of TabSeparated. The rollups are computed again from them. */
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { StartError } from '../../platform/start-error.ts';
import type { FactTotals, Manifest, Part } from './manifest.ts';

/** A statement that reads a month of facts may take this long. */
const LONGEST_SECONDS = 24 * 60 * 60;
/** One insert; the engine stores it as one part. */
const INSERT_BYTES = 24 * 1024 * 1024;

export type FactFilter = { sql: string; params: Record<string, unknown> };
const ALL: FactFilter = { sql: '1', params: {} };

const LINE_END = 0x0a;

/** The columns of the table, in their order. */
export async function factColumns(clickhouse: ClickHouse): Promise<string[]> {
  return await clickhouse.query(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'facts' ORDER BY position`,
    {},
    { parse: ({ name }) => String(name) },
  );
}

/** The totals of the facts of each month. */
export async function totalsByMonth(
  clickhouse: ClickHouse,
  columns: readonly string[],
  { sql, params }: FactFilter = ALL,
): Promise<{ month: number; totals: FactTotals }[]> {
  return await clickhouse.query(
    `SELECT toYYYYMM(f.at) AS month, count() AS rows, toString(sum(cityHash64(${columns.map((name) => `f.${name}`).join(', ')}))) AS hash,
       toString(sum(f.visits)) AS visits, toString(sum(f.clickouts)) AS clickouts, toString(sum(f.leads)) AS leads,
       toString(sum(f.first_deposits)) AS firstDeposits, toString(sum(f.revenue)) AS revenue, toString(sum(f.cost)) AS cost
     FROM facts f WHERE ${sql} GROUP BY month ORDER BY month`,
    params,
    {
      maxSeconds: LONGEST_SECONDS,
      parse: ({ month, rows, ...sums }) => ({
        month: Number(month),
        totals: {
          rows: Number(rows),
          hash: String(sums.hash),
          visits: String(sums.visits),
          clickouts: String(sums.clickouts),
          leads: String(sums.leads),
          firstDeposits: String(sums.firstDeposits),
          revenue: String(sums.revenue),
          cost: String(sums.cost),
        },
      }),
    },
  );
}

/** Saves the facts that the filter lets through. Errors: StartError when facts were removed meanwhile. */
export async function saveFacts(
  clickhouse: ClickHouse,
  filter: FactFilter,
  save: (month: number, content: AsyncIterable<Buffer>) => Promise<Part>,
): Promise<Manifest['facts']> {
  const columns = await factColumns(clickhouse);
  const months: Manifest['facts']['months'] = [];
  for (const { month, totals } of await totalsByMonth(clickhouse, columns, filter)) {
    let rows = 0;
    const lines = clickhouse.streamLines(
      `SELECT ${columns.join(', ')} FROM facts WHERE toYYYYMM(at) = {month:UInt32} AND ${filter.sql}`,
      { ...filter.params, month },
      { maxSeconds: LONGEST_SECONDS },
    );
    async function* content(): AsyncGenerator<Buffer> {
      for await (const batch of lines) {
        rows += batch.length;
        yield Buffer.from(`${batch.join('\n')}\n`);
      }
    }
    const part = await save(month, content());
    if (rows !== totals.rows)
      throw new StartError(
        `Facts of ${month} changed while they were saved (${totals.rows} rows, then ${rows}): take the backup again.`,
      );
    months.push({ month, totals, part });
  }
  return { columns, months };
}

/** Refuses a database that has facts or migrations. Errors: StartError. */
export async function refuseUsedFacts(clickhouse: ClickHouse): Promise<void> {
  const [name] = await clickhouse.query(
    'SELECT name FROM system.tables WHERE database = currentDatabase() LIMIT 1',
    {},
    { parse: (row) => String(row.name) },
  );
  if (name !== undefined)
    throw new StartError(
      `The statistics database is not empty (it has a table ${name}): a backup is only restored into an empty one.`,
    );
}

/** Inserts the lines of a month. */
export async function loadFacts(
  clickhouse: ClickHouse,
  columns: readonly string[],
  content: AsyncIterable<Buffer>,
): Promise<void> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end === 0 || length + end < INSERT_BYTES) {
      waiting.push(chunk);
      length += chunk.length;
      continue;
    }
    await clickhouse.insertLines('facts', Buffer.concat([...waiting, chunk.subarray(0, end)]), { columns });
    waiting = [chunk.subarray(end)];
    length = chunk.length - end;
  }
  const rest = Buffer.concat(waiting);
  if (rest.length > 0) await clickhouse.insertLines('facts', rest, { columns });
}
