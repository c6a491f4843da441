/** Checks of PostgreSQL. */
import { byCount } from '@signpost/contract/define/words.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { baseCurrencyProblem, readBaseCurrency } from '../../../platform/base-currency.ts';
import { missingMigrations } from '../../../platform/migrate.ts';
import { readRow, readRows } from '../../../platform/rows.ts';
import { type Checks, durationText, good, problem, sizeText, type Verdict, warning } from './verdict.ts';

const LEAST_VERSION = 15;
const CLOCK_WARNING_SECONDS = 2;
const CLOCK_PROBLEM_SECONDS = 30;
const BUSY_SHARE = 0.8;
const LONG_WAIT_SECONDS = 10;
const LONG_TRANSACTION_SECONDS = 15 * 60;

const serverRow = z.object({ version: z.string(), number: z.number(), isReadOnly: z.boolean(), bytes: z.number() });
const nameRow = z.object({ name: z.string() });
const clockRow = z.object({ now: z.date() });
const connectionRow = z.object({ used: z.number(), most: z.number() });
const waitRow = z.object({ pid: z.number(), blockedBy: z.number().nullable(), seconds: z.coerce.number() });

/**
 * The verdict about the clock of a server that is this many seconds ahead of ours, or behind it if the number is
 * negative.
 */
export function clockVerdict(server: string, apartSeconds: number): Verdict {
  const apart = Math.abs(apartSeconds);
  if (apart < CLOCK_WARNING_SECONDS) return good(`The clocks of ${server} and of this machine agree.`);
  const direction = apartSeconds > 0 ? 'ahead of' : 'behind';
  const text = `The clock of ${server} is ${apart.toFixed(1)} seconds ${direction} this machine.`;
  const next = 'timedatectl status (on both machines)';
  if (apart < CLOCK_PROBLEM_SECONDS) return warning(text, next);
  return problem(text, next);
}

/** Names of migrations, and what they mean for a start. */
export function schemaVerdict(engine: string, found: { missing: string[]; unknown: string[] }): Verdict {
  const [unknown] = found.unknown;
  if (unknown !== undefined)
    return problem(
      `${engine} was used by a newer version, which applied ${unknown}.`,
      'Start that version or a later one, or restore a backup from before the upgrade.',
    );
  const { missing } = found;
  if (missing.length > 0) {
    const one = `The migration ${missing[0]} is missing.`;
    const many = `${missing.length} migrations are missing, first ${missing[0]}.`;
    return problem(
      byCount(missing.length, one, many),
      'Restart web or worker of this version: migrations are applied at start.',
    );
  }
  return good('All migrations of this version are applied.');
}

export const postgresChecks: Checks = {
  async postgres({ db }) {
    const { version, number, isReadOnly, bytes } = await readRow(
      db,
      serverRow,
      sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only,
        pg_database_size(current_database()) AS bytes`,
    );
    if (number < LEAST_VERSION * 10_000)
      return problem(`PostgreSQL ${version} is too old; ${LEAST_VERSION} or newer is needed.`, 'Upgrade the server.');
    if (isReadOnly)
      return problem(
        'PostgreSQL accepts no writes: it is a replica, or was made read-only.',
        'Set DATABASE_URL to the primary server.',
      );
    return good(`PostgreSQL ${version} answers; the database has ${sizeText(bytes)}.`);
  },

  async postgresSchema({ db }) {
    const rows = await readRows(db, nameRow, sql`SELECT name FROM schema_migrations`);
    return schemaVerdict(
      'This database',
      await missingMigrations(
        'postgres',
        rows.map(({ name }) => name),
      ),
    );
  },

  async baseCurrency({ db, clickhouse, wantedBase }) {
    const refused = await baseCurrencyProblem(db, clickhouse, wantedBase);
    if (refused !== null) return problem(refused, 'Correct BASE_CURRENCY, or leave it out.');
    return good(`Amounts are kept in ${wantedBase ?? (await readBaseCurrency(db))}.`);
  },

  async postgresClock({ db }) {
    const began = Date.now();
    const { now } = await readRow(db, clockRow, sql`SELECT clock_timestamp() AS now`);
    const middle = (began + Date.now()) / 2;
    return clockVerdict('PostgreSQL', (now.getTime() - middle) / 1000);
  },

  async connections({ db }) {
    const { used, most } = await readRow(
      db,
      connectionRow,
      sql`SELECT count(*) AS used, current_setting('max_connections')::int AS most FROM pg_stat_activity
        WHERE backend_type = 'client backend'`,
    );
    const text = `${used} of ${most} connections are in use.`;
    if (used < most * BUSY_SHARE) return good(text);
    return warning(text, 'Raise max_connections of PostgreSQL, or stop programs that hold connections.');
  },

  async locks({ db }) {
    const rows = await readRows(
      db,
      waitRow,
      sql`SELECT pid, (pg_blocking_pids(pid))[1] AS blocked_by, extract(epoch FROM now() - query_start) AS seconds
        FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query_start < now() - make_interval(secs => ${LONG_WAIT_SECONDS})
          AND query NOT LIKE '%pg_advisory_lock%'
        UNION ALL
        SELECT pid, NULL, extract(epoch FROM now() - xact_start) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
          AND xact_start < now() - make_interval(secs => ${LONG_TRANSACTION_SECONDS})
        ORDER BY seconds DESC`,
    );
    const [first] = rows;
    if (first === undefined) return good('No statement waits for a lock, and no transaction is open for long.');
    const { pid, blockedBy, seconds } = first;
    if (blockedBy === null)
      return warning(
        `A transaction (process ${pid}) has been open for ${durationText(seconds)}.`,
        `SELECT state, query FROM pg_stat_activity WHERE pid = ${pid};`,
      );
    return problem(
      `A statement (process ${pid}) has waited ${durationText(seconds)} for a lock that process ${blockedBy} holds.`,
      `SELECT pg_terminate_backend(${blockedBy});`,
    );
  },
};
