/** Jobs that the demo's people started during the last days. Their files are gone, so none can be run again. */
import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import type { RunState } from '@signpost/contract/workplace/jobs/runs.ts';
import type { Trx } from '../../../database.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { hashInput } from '../../../workplace/runs/kinds.ts';

interface PastRun {
  name: string;
  /** Hours before the demo world was made. */
  ago: number;
  /** Seconds that it took, and seconds that it began late. */
  took: number;
  late?: number;
  title: string;
  state: RunState;
  rows?: number;
  problem?: string;
  /** The name of the run that it repeats. */
  repeats?: string;
  /** The people who started it, who may import partner figures; Admins by default. */
  owners?: readonly Grade[];
}

const PAST: readonly PastRun[] = [
  { name: 'first', ago: 170, took: 2.4, title: 'Check best-wallet-september.csv', state: 'succeeded', rows: 312 },
  { name: 'second', ago: 169.9, took: 3.1, title: 'Import best-wallet-september.csv', state: 'succeeded', rows: 310 },
  {
    name: 'broken',
    ago: 21,
    took: 0.6,
    title: 'Check best-wallet-october.csv',
    state: 'failed',
    problem: 'Row 14 has a quotation mark that is never closed.',
    owners: ['Admin', 'Default User'],
  },
  { name: 'called off', ago: 20, took: 8, title: 'Import grand-reels-october.csv', state: 'cancelled' },
  {
    name: 'again',
    ago: 19.8,
    took: 12,
    title: 'Import grand-reels-october.csv',
    state: 'succeeded',
    rows: 4_210,
    repeats: 'called off',
  },
  {
    name: 'late',
    ago: 5,
    took: 4,
    late: 320,
    title: 'Import lucky-spin-november.csv',
    state: 'succeeded',
    rows: 96,
    owners: ['Admin', 'Default User', 'Management'],
  },
];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Returns the ids of the runs, by the owner's e-mail address and the name of the run. */
export async function storeRuns(trx: Trx, now: Date): Promise<ReadonlyMap<string, number>> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', GRADES.map(demoEmail))
    .execute();
  const ids = new Map<string, number>();
  for (const { owners = ['Admin'], ...past } of PAST) {
    const { ago, took, late = 0, title, state, rows, problem, name, repeats } = past;
    const emails = owners.map(demoEmail);
    for (const { id: ownerId, email } of people.filter((person) => emails.includes(person.email))) {
      const expectedAt = new Date(now.getTime() - ago * HOUR_MS);
      const startedAt = new Date(expectedAt.getTime() + late * SECOND_MS);
      const input = { importId: 0, step: title.startsWith('Check') ? 'checking' : 'importing' };
      const { id } = await trx
        .insertInto('runs')
        .values({
          kind: 'partnerFigures',
          key: `demo ${name} of ${ownerId}`,
          title,
          ownerId,
          input: JSON.stringify(input),
          inputHash: hashInput(input),
          state,
          expectedAt,
          startedAt,
          finishedAt: new Date(startedAt.getTime() + took * SECOND_MS),
          nextTryAt: null,
          attempt: 1,
          rows: rows ?? null,
          problem: problem ?? null,
          againOf: repeats === undefined ? null : (ids.get(`${email} ${repeats}`) ?? null),
          createdAt: expectedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.set(`${email} ${name}`, id);
    }
  }
  return ids;
}
