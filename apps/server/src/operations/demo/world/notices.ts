/** The notices that the demo's people received during the last days. None of them is sent outside the app. */
import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import type { Severity, TopicName } from '@signpost/contract/workplace/notifications/topics.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { notify } from '../../../workplace/notifications/notify.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { storeRuns } from './runs.ts';

interface Told {
  /** Hours before the demo world was made. */
  ago: number;
  grades: readonly Grade[];
  topic: TopicName;
  severity: Severity;
  thread: string;
  title: string;
  line: string;
  link: { route: RouteName; label: string; search?: Record<string, unknown> };
  /** The name of the person's job that it is about, which its link opens. */
  run?: string;
  /** The entry of "Needs attention" and its count, so that the next look knows what was told. */
  entry?: { id: string; count: number };
}

const JOBS = { route: 'backgroundJobs', label: 'Open the job' } as const;
const SERVICES = { route: 'backgroundJobs', label: 'Open the services', search: { view: 'services' } } as const;
const PROPOSALS = { route: 'dealApprovalForm', label: 'Open the list' } as const;
const HOSTS = { route: 'domains', label: 'Open the list' } as const;
const NEWLY = 'This is new.';

const TOLD: readonly Told[] = [
  {
    ago: 170,
    grades: ['Admin'],
    topic: 'services',
    severity: 'error',
    thread: 'service rates',
    title: 'Stopped: exchange rates',
    line: 'Nothing has been heard of this service for 6 minutes.',
    link: SERVICES,
  },
  {
    ago: 169.5,
    grades: ['Admin'],
    topic: 'services',
    severity: 'success',
    thread: 'service rates',
    title: 'Works again: exchange rates',
    line: 'The service works again since 30 minutes.',
    link: SERVICES,
  },
  {
    ago: 74,
    grades: ['Admin', 'Management'],
    topic: 'attention',
    severity: 'warning',
    entry: { id: 'dealProposal', count: 1 },
    thread: 'attention dealProposal',
    title: '1 deal waits for approval',
    line: NEWLY,
    link: PROPOSALS,
  },
  {
    ago: 50,
    grades: ['Admin', 'Management'],
    topic: 'attention',
    severity: 'warning',
    entry: { id: 'illHosts', count: 1 },
    thread: 'attention illHosts',
    title: '1 host had a problem at the last check',
    line: NEWLY,
    link: HOSTS,
  },
  {
    ago: 27,
    grades: ['Admin', 'Management'],
    topic: 'attention',
    severity: 'warning',
    entry: { id: 'dealProposal', count: 2 },
    thread: 'attention dealProposal',
    title: '2 deals wait for approval',
    line: 'There was 1 before.',
    link: PROPOSALS,
  },
  {
    ago: 21,
    grades: ['Default User'],
    topic: 'runs',
    severity: 'error',
    thread: 'demo import',
    title: 'Failed: Check best-wallet-october.csv',
    line: 'Row 14 has a quotation mark that is never closed.',
    link: JOBS,
    run: 'broken',
  },
  {
    ago: 5,
    grades: ['Admin', 'Default User', 'Management'],
    topic: 'runs',
    severity: 'warning',
    thread: 'demo late',
    title: 'Not started: Import lucky-spin-november.csv',
    line: '4 minutes after it was due, this job had not started. It starts by itself as soon as background work runs again.',
    link: JOBS,
    run: 'late',
  },
  {
    ago: 2,
    grades: ['Admin', 'Management'],
    topic: 'attention',
    severity: 'warning',
    entry: { id: 'dealProposal', count: 3 },
    thread: 'attention dealProposal',
    title: '3 deals wait for approval',
    line: 'There were 2 before.',
    link: PROPOSALS,
  },
];

const HOUR_MS = 3_600_000;
/** People have read what is older than this. */
const READ_AFTER_HOURS = 24;

async function rememberEntry(trx: Trx, userId: number, { id, count }: { id: string; count: number }): Promise<void> {
  await trx
    .insertInto('attentionTold')
    .values({ userId, entry: id, count, times: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'entry']).doUpdateSet({ count, times: sql`attention_told.times + 1` }),
    )
    .execute();
}

async function chooseBell(trx: Trx, userId: number, topic: TopicName): Promise<void> {
  await trx
    .insertInto('notificationChoices')
    .values({ userId, topic, channel: 'bell', isOn: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function storeNotices(trx: Trx, now: Date): Promise<void> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', GRADES.map(demoEmail))
    .execute();
  const idOf = new Map(people.map(({ id, email }) => [email, id]));
  const runs = await storeRuns(trx, now);
  for (const { ago, grades, topic, severity, thread, title, line, link, run, entry } of TOLD) {
    const userIds = grades.flatMap((grade) => idOf.get(demoEmail(grade)) ?? []);
    // The only one of these topics that is off until a person chooses it.
    if (topic === 'attention') for (const userId of userIds) await chooseBell(trx, userId, topic);
    if (entry !== undefined) for (const userId of userIds) await rememberEntry(trx, userId, entry);
    const at = new Date(now.getTime() - ago * HOUR_MS);
    const told = { topic, severity, title, userIds };
    if (run === undefined)
      await notify(trx, at, {
        ...told,
        dedupeKey: `demo ${thread} ${ago}`,
        threadKey: thread,
        body: { lines: [line], link },
      });
    // A job belongs to one person, so each is told of their own.
    for (const [email, userId] of run === undefined ? [] : idOf) {
      const runId = runs.get(`${email} ${run}`);
      if (runId === undefined || !userIds.includes(userId)) continue;
      await notify(trx, at, {
        ...told,
        userIds: [userId],
        dedupeKey: `demo run ${runId}`,
        threadKey: `run ${runId}`,
        body: { lines: [line], link: { ...link, search: { run: runId } } },
      });
    }
  }
  await sql`UPDATE notices o SET read_at = n.at FROM notifications n
    WHERE n.id = o.notification_id AND n.at < ${new Date(now.getTime() - READ_AFTER_HOURS * HOUR_MS)}`.execute(trx);
  await sql`DELETE FROM deliveries`.execute(trx);
}
