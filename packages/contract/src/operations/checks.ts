/**
 * The checks of `npm run doctor` and of the status screen (docs/product/operations.md#doctor). Their sentences are made
 * in `apps/server/src/operations/watching/checks`, once for both.
 */
import { z } from 'zod';
import { countText } from '../define/words.ts';
import { isKeyOf, keysOf } from '../objects.ts';

/** The age from which the last daily backup is a problem: one day, and time for a slow or repeated backup. */
export const OLDEST_BACKUP_HOURS = 36;

export const CHECK_AREAS = {
  program: 'Program and configuration',
  machine: 'This machine',
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  work: 'Background work',
  reach: 'Reached from outside',
} as const;
export type CheckArea = keyof typeof CHECK_AREAS;

export const CHECKS = {
  configuration: { area: 'program', title: 'Configuration' },
  node: { area: 'program', title: 'Version of Node' },
  admin: { area: 'program', title: 'An Admin' },
  vaultKey: { area: 'program', title: 'Key of sealed data' },
  baseCurrency: { area: 'program', title: 'Base currency' },
  mail: { area: 'program', title: 'E-mail' },
  files: { area: 'program', title: 'Images and report files' },
  reportFiles: { area: 'program', title: 'Files of reports' },
  disk: { area: 'machine', title: 'Free disk space' },
  clickLog: { area: 'machine', title: 'Click log' },
  router: { area: 'machine', title: 'Router' },
  postgres: { area: 'postgres', title: 'Connection and version' },
  postgresSchema: { area: 'postgres', title: 'Schema' },
  postgresClock: { area: 'postgres', title: 'Clock' },
  connections: { area: 'postgres', title: 'Connections' },
  locks: { area: 'postgres', title: 'Locks' },
  clickhouse: { area: 'clickhouse', title: 'Connection and version' },
  clickhouseSchema: { area: 'clickhouse', title: 'Schema' },
  clickhouseClock: { area: 'clickhouse', title: 'Clock' },
  timeZones: { area: 'clickhouse', title: 'Time zones' },
  clickhouseDisk: { area: 'clickhouse', title: 'Free disk space' },
  replicas: { area: 'clickhouse', title: 'Replicas and read-only tables' },
  mutations: { area: 'clickhouse', title: 'Changes of stored data' },
  parts: { area: 'clickhouse', title: 'Stored parts' },
  services: { area: 'work', title: 'Background services' },
  runs: { area: 'work', title: 'Background jobs' },
  backups: { area: 'work', title: 'Daily backups' },
  queues: { area: 'work', title: 'Queues' },
  deadLetters: { area: 'work', title: 'Dead letters' },
  sources: { area: 'work', title: 'Completeness of the statistics' },
  publicUrl: { area: 'reach', title: 'Address of the app' },
  certificates: { area: 'reach', title: 'Certificates and hosts' },
} as const satisfies Record<string, { area: CheckArea; title: string }>;
export type CheckName = keyof typeof CHECKS;

export const CHECK_STATES = ['good', 'warning', 'problem', 'skipped'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const CHECK_STATE_LABELS = {
  good: 'Good',
  warning: 'Warning',
  problem: 'Problem',
  skipped: 'Not checked',
} as const satisfies Record<CheckState, string>;

export const checkSchema = z.object({
  name: z.custom<CheckName>((value) => typeof value === 'string' && isKeyOf(CHECKS, value)),
  state: z.enum(CHECK_STATES),
  /** A sentence that says what was found. */
  message: z.string(),
  /** The remedy: a command, or an instruction. Null if nothing needs to be done. */
  next: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;

export const CHECK_NAMES = keysOf(CHECKS);

/** Such as "1 problem and 2 warnings". */
export function summaryOf(checks: readonly Check[]): string {
  const count = (state: CheckState, one: string): string => {
    const times = checks.filter((check) => check.state === state).length;
    return countText(times, one);
  };
  return `${count('problem', 'problem')} and ${count('warning', 'warning')}`;
}
