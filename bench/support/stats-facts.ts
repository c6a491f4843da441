/** Generates the same skewed facts in both engines, with arithmetic that both have. */

export const FROM = '2026-08-01';
export const UNTIL = '2026-10-30';
const SECONDS = 90 * 86_400;

/** How each engine writes a fraction and a whole number. */
interface Dialect {
  real(sql: string): string;
  whole(sql: string): string;
}
const clickhouse: Dialect = { real: (sql) => `toFloat64(${sql})`, whole: (sql) => `toInt64(${sql})` };
const postgres: Dialect = { real: (sql) => `(${sql})::float8`, whole: (sql) => `(${sql})::bigint` };

/** Columns of a row by its number, which is a 64-bit integer. */
function columnsOf({ real, whole }: Dialect, number: string, first: number, count: number): Record<string, string> {
  /** A fraction that looks random. It is computed with whole numbers only, so that both engines get the same result. */
  const luck = (salt: number) =>
    `(${real(`(${number} + ${salt * 1_000_003}) * 69069 % 4294967296 * 48271 % 2147483647`)} / 2147483647)`;
  const box = `(3001 + ${whole(`floor(200 * power(${luck(1)}, 2.5))`)})`;
  const campaign = `(1001 + (${box} * 3 + ${whole(`floor(4 * power(${luck(2)}, 2))`)}) % 120)`;
  const isLead = `(${luck(3)} >= 0.95)`;
  return {
    second: whole(`floor(${real(`${number} - ${first}`)} * ${SECONDS} / ${count})`),
    late: whole(`floor(240 * power(${luck(6)}, 4))`),
    campaign_box_id: box,
    traffic_source_id: `(2001 + ${box} % 58)`,
    website_id: `(401 + ${box} % 50)`,
    campaign_id: campaign,
    partner_id: `(801 + ${whole(`floor(${real(`${campaign} - 1001`)} / 3)`)})`,
    geo_id: `(1 + ${whole(`floor(40 * power(${luck(4)}, 3))`)})`,
    native_box_type: `(CASE WHEN ${box} % 5 = 1 THEN 'regular_native_box' ELSE '' END)`,
    visits: `(CASE WHEN ${isLead} THEN 0 ELSE 1 END)`,
    clickouts: `(CASE WHEN NOT ${isLead} AND ${luck(5)} < 0.6 THEN 1 ELSE 0 END)`,
    leads: `(CASE WHEN ${isLead} THEN 1 ELSE 0 END)`,
    first_deposits: `(CASE WHEN ${luck(3)} >= 0.99 THEN 1 ELSE 0 END)`,
    revenue: `(CASE WHEN ${luck(3)} >= 0.99 THEN 210 ELSE 0 END)`,
    cost: `(CASE WHEN ${isLead} OR ${box} % 58 >= 28 THEN 0 ELSE 0.61 END)`,
  };
}

const DIMENSIONS = ['traffic_source_id', 'campaign_box_id', 'campaign_id', 'partner_id', 'geo_id', 'website_id'];
const COUNTS = ['visits', 'clickouts', 'leads', 'first_deposits'];
const MONEY = ['revenue', 'cost'];

/**
 * Stores `rows` rows starting at number `from`; `first` and `count` describe the batch that is spread over all days.
 */
export function clickhouseInsert(first: number, count: number, from: number, rows: number): string {
  const it = columnsOf(clickhouse, 'toInt64(number)', first, count);
  return `INSERT INTO facts (fact_id, chunk_id, kind, at, click_at, recorded_at, click_id, visitor_id, rate, native_box_type,
    device, os, browser, ${[...DIMENSIONS, ...COUNTS, ...MONEY].join(', ')})
  SELECT generateUUIDv4(), concat('bench.', toString(intDiv(number, 5000))), if(leads = 1, 'lead', 'visit'),
    addSeconds(toDateTime64('${FROM} 00:00:00', 3, 'UTC'), ${it.second}) AS moment,
    if(leads = 1, addHours(moment, -${it.late}), moment), moment,
    generateUUIDv4(1), cityHash64(number % 3000000), 1, ${it.native_box_type},
    ['mobile', 'desktop', 'tablet'][1 + number % 3], ['iOS', 'Windows', 'Android'][1 + number % 3], 'Chrome',
    ${[...DIMENSIONS, ...COUNTS].map((name) => `${it[name]} AS ${name}`).join(', ')},
    ${MONEY.map((name) => `toDecimal128(${it[name]}, 6) AS ${name}`).join(', ')}
  FROM numbers(${from}, ${rows})`;
}

export const postgresTable = `CREATE UNLOGGED TABLE bench_facts (at timestamptz NOT NULL, native_box_type text NOT NULL,
  ${DIMENSIONS.map((name) => `${name} integer NOT NULL`).join(', ')},
  ${COUNTS.map((name) => `${name} integer NOT NULL`).join(', ')},
  ${MONEY.map((name) => `${name} numeric(20,6) NOT NULL`).join(', ')})`;

export const postgresIndexes = [
  'CREATE INDEX ON bench_facts (at)',
  'CREATE INDEX ON bench_facts (partner_id, at)',
  'CREATE INDEX ON bench_facts (campaign_box_id, at)',
  'ANALYZE bench_facts',
];

/** The same rows for PostgreSQL. */
export function postgresInsert(first: number, count: number): string {
  const it = columnsOf(postgres, 'n', first, count);
  return `INSERT INTO bench_facts (at, native_box_type, ${[...DIMENSIONS, ...COUNTS, ...MONEY].join(', ')})
  SELECT timestamptz '${FROM} 00:00:00+00' + make_interval(secs => ${it.second}), ${it.native_box_type},
    ${[...DIMENSIONS, ...COUNTS, ...MONEY].map((name) => it[name]).join(', ')}
  FROM generate_series(${first}::bigint, ${first + count - 1}) AS n`;
}
