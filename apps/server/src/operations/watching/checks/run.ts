/** Makes all checks. Used by `npm run doctor` and by the status screen. */
import { CHECK_NAMES, CHECKS, type Check, type CheckName } from '@signpost/contract/operations/checks.ts';
import { OutgoingError } from '../../../platform/outgoing.ts';
import { clickhouseChecks } from './clickhouse.ts';
import { machineChecks } from './machine.ts';
import { postgresChecks } from './postgres.ts';
import { reportFilesVerdict } from './report-files.ts';
import { type Checks, good, type Patient, problem, skipped, type Verdict } from './verdict.ts';
import { workChecks } from './work.ts';
import { zonesVerdict } from './zones.ts';

const PATIENCE_MS = 8_000;

const ALL: Checks = {
  // A process that gets here has read the configuration; the doctor reports one that cannot be read.
  configuration: async () => good('The configuration can be read.'),
  ...machineChecks,
  reportFiles: reportFilesVerdict,
  ...postgresChecks,
  ...clickhouseChecks,
  timeZones: zonesVerdict,
  ...workChecks,
};

const NEXT: Partial<Record<CheckName, string>> = {
  postgres: 'Check DATABASE_URL, and that PostgreSQL runs and can be reached from here.',
  clickhouse: 'Check CLICKHOUSE_URL, and that ClickHouse runs and can be reached from here.',
  publicUrl: 'Check PUBLIC_URL, DNS and the reverse proxy.',
};

/** Checks of a database say nothing while the database itself does not answer. */
const NEEDS_POSTGRES: readonly CheckName[] = [
  'admin',
  'vaultKey',
  'baseCurrency',
  'files',
  'reportFiles',
  'postgresSchema',
  'timeZones',
  'postgresClock',
  'connections',
  'locks',
  'services',
  'runs',
  'backups',
  'queues',
  'deadLetters',
  'sources',
  'certificates',
];

/** All checks in the order of the contract. Never rejects: a check that cannot be made is a problem. */
export async function runChecks(patient: Patient): Promise<Check[]> {
  const postgres = await verdictOf('postgres', patient);
  const clickhouse = await verdictOf('clickhouse', patient);
  const isGone = (verdict: Verdict): boolean => verdict.message.startsWith(NO_ANSWER);
  return await Promise.all(
    CHECK_NAMES.map(async (name): Promise<Check> => {
      if (name === 'postgres') return { name, ...postgres };
      if (name === 'clickhouse') return { name, ...clickhouse };
      if (isGone(postgres) && NEEDS_POSTGRES.includes(name)) return { name, ...skipped('PostgreSQL does not answer.') };
      if (isGone(clickhouse) && CHECKS[name].area === 'clickhouse')
        return { name, ...skipped('ClickHouse does not answer.') };
      return { name, ...(await verdictOf(name, patient)) };
    }),
  );
}

const NO_ANSWER = 'There is no usable answer: ';

async function verdictOf(name: CheckName, patient: Patient): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([ALL[name]?.(patient) ?? skipped('This check does not exist.'), late]);
  } catch (error) {
    return problem(`${NO_ANSWER}${reasonOf(error)}.`, NEXT[name] ?? 'Read the log of the process.');
  } finally {
    clearTimeout(timer);
  }
}

/** The short reason of a failure, without values of the database. */
function reasonOf(error: unknown): string {
  if (error instanceof OutgoingError) return error.message.replace(/\.$/, '');
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message.split('\n', 1)[0]?.replace(/\.$/, '') ?? error.name;
}
