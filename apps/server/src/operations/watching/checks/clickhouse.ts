/** Checks of ClickHouse. */
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { systemTable } from '../../../platform/cluster-settings.ts';
import { missingMigrations } from '../../../platform/migrate.ts';
import { engineRow } from '../../../platform/rows.ts';
import { diskVerdict } from './machine.ts';
import { partsVerdict } from './parts.ts';
import { clockVerdict, schemaVerdict } from './postgres.ts';
import { type Checks, good, type Patient, problem, skipped, type Verdict } from './verdict.ts';

const LEAST_VERSION = [26, 1] as const;
/** A replica that is behind by more than this shows old numbers. */
const LATE_REPLICA_SECONDS = 300;

/** The embedded engine only talks to the running product, which is then asked how the engine is. */
const UNREACHABLE = skipped('Only the running product reaches the embedded engine; the status screen checks it.');

const withEngine =
  (check: (clickhouse: ClickHouse) => Promise<Verdict>) =>
  async ({ clickhouse }: Patient): Promise<Verdict> => {
    if (clickhouse === undefined) return UNREACHABLE;
    return await check(clickhouse);
  };

const versionRow = z.object({ version: z.string() });
const nameRow = z.object({ name: z.string() });
const clockRow = z.object({ ms: z.coerce.number() });
const diskRow = z.object({ name: z.string(), free: z.coerce.number() });
const replicaRow = z.object({
  table: z.string(),
  isReadonly: z.number(),
  isSessionExpired: z.number(),
  delay: z.coerce.number(),
  active: z.number(),
  total: z.number(),
});
const mutationRow = z.object({ table: z.string(), mutationId: z.string(), isFailing: z.number() });

export const clickhouseChecks: Checks = {
  async clickhouse({ clickhouse, isEngineUp }) {
    if (clickhouse === undefined) {
      const isUp = (await isEngineUp?.()) ?? null;
      if (isUp === null) return skipped('The product does not run here, so its embedded engine does not run either.');
      if (isUp) return good('The running product reaches the embedded engine.');
      return problem('The running product does not reach the embedded engine.', 'npm start (stop the product first)');
    }
    const [row] = await clickhouse.query('SELECT version() AS version', {}, { parse: engineRow(versionRow) });
    const version = row?.version ?? '';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isOld = major < LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1]);
    if (isOld)
      return problem(
        `ClickHouse ${version} is too old; ${LEAST_VERSION.join('.')} or newer is needed.`,
        'Upgrade the server.',
      );
    return good(`ClickHouse ${version} answers.`);
  },

  clickhouseSchema: withEngine(async (clickhouse) => {
    const rows = await clickhouse.query('SELECT name FROM schema_migrations', {}, { parse: engineRow(nameRow) });
    return schemaVerdict(
      'ClickHouse',
      await missingMigrations(
        'clickhouse',
        rows.map(({ name }) => name),
      ),
    );
  }),

  clickhouseClock: withEngine(async (clickhouse) => {
    const began = Date.now();
    const parse = engineRow(clockRow);
    const [row] = await clickhouse.query('SELECT toUnixTimestamp64Milli(now64(3)) AS ms', {}, { parse });
    const middle = (began + Date.now()) / 2;
    return clockVerdict('ClickHouse', ((row?.ms ?? middle) - middle) / 1000);
  }),

  clickhouseDisk: withEngine(async (clickhouse) => {
    const rows = await clickhouse.query(
      'SELECT name, toString(unreserved_space) AS free FROM system.disks WHERE is_remote = 0 ORDER BY unreserved_space LIMIT 1',
      {},
      { parse: engineRow(diskRow) },
    );
    const [disk] = rows;
    if (disk === undefined) return skipped('ClickHouse stores its data elsewhere.');
    return diskVerdict(`on the disk ‘${disk.name}’ of ClickHouse`, disk.free, 'SELECT * FROM system.disks');
  }),

  replicas: withEngine(async (clickhouse) => {
    const rows = await clickhouse.query(
      `SELECT table, is_readonly, is_session_expired, toString(absolute_delay) AS delay, active_replicas AS active,
         total_replicas AS total
       FROM ${systemTable(clickhouse, 'replicas')} WHERE database = currentDatabase() ORDER BY is_readonly DESC, absolute_delay DESC`,
      {},
      { parse: engineRow(replicaRow) },
    );
    if (rows.length === 0) return good('The tables are not replicated.');
    const next = 'SELECT * FROM system.replicas; SYSTEM RESTORE REPLICA, if Keeper has lost its data';
    const readOnly = rows.find(({ isReadonly, isSessionExpired }) => isReadonly === 1 || isSessionExpired === 1);
    if (readOnly !== undefined)
      return problem(`The table ${readOnly.table} accepts no writes: its replica has lost Keeper.`, next);
    const late = rows.find(({ delay }) => delay > LATE_REPLICA_SECONDS);
    if (late !== undefined)
      return problem(`The table ${late.table} is ${late.delay} seconds behind its other replicas.`, next);
    const alone = rows.find(({ active, total }) => active < total);
    if (alone !== undefined)
      return problem(`Only ${alone.active} of ${alone.total} replicas of ${alone.table} are alive.`, next);
    return good('All replicas of all tables are alive and up to date.');
  }),

  parts: withEngine((clickhouse) => partsVerdict(clickhouse)),

  mutations: withEngine(async (clickhouse) => {
    const rows = await clickhouse.query(
      `SELECT table, mutation_id, latest_fail_reason != '' AS is_failing FROM ${systemTable(clickhouse, 'mutations')}
       WHERE database = currentDatabase() AND NOT is_done ORDER BY is_failing DESC LIMIT 20`,
      {},
      { parse: engineRow(mutationRow) },
    );
    const failing = rows.find(({ isFailing }) => isFailing === 1);
    if (failing !== undefined)
      return problem(
        `A change of stored data in ${failing.table} fails (${failing.mutationId}).`,
        `SELECT latest_fail_reason FROM system.mutations WHERE mutation_id = '${failing.mutationId}'`,
      );
    if (rows.length === 0) return good('No change is under way.');
    return good(`${rows.length} changes are under way.`);
  }),
};
