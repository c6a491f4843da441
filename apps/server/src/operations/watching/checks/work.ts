/** Checks of background work, of people's access, and of what is reached from outside. */
import { byCount, countText } from '@signpost/contract/define/words.ts';
import { OLDEST_BACKUP_HOURS } from '@signpost/contract/operations/checks.ts';
import { QUEUES } from '@signpost/contract/operations/queues.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readRow, readRows } from '../../../platform/rows.ts';
import { listServices } from '../../../workplace/runs/beats.ts';
import { arePlacesFree, readPlaces } from '../../../workplace/runs/places.ts';
import { readQueues } from '../queues.ts';
import { type Checks, durationText, good, type Patient, problem, skipped, warning } from './verdict.ts';

const LATE_QUEUE_SECONDS = 600;
const VERY_LATE_QUEUE_SECONDS = 3_600;
const LATE_SOURCE_SECONDS = 600;
const OLDEST_BACKUP_SECONDS = OLDEST_BACKUP_HOURS * 3_600;

const countRow = z.object({ count: z.number() });
const runsRow = z.object({ overdue: z.number(), failed: z.number() });
const backupsRow = z.object({
  newest: z.date().nullable(),
  isFailed: z.boolean(),
  planned: z.date().nullable(),
});
const hostRow = z.object({ host: z.string(), problem: z.string() });

const START_WORKER = 'npm start, or npm run worker on its machine; then open Background jobs → Services.';

const services = ({ db, now }: Patient) => listServices(db, now());

export const workChecks: Checks = {
  async admin({ db }) {
    const { count } = await readRow(
      db,
      countRow,
      sql`SELECT count(*) AS count FROM users WHERE grade = 'Admin' AND archived_at IS NULL`,
    );
    if (count > 0) return good(`${countText(count, 'Admin')}.`);
    return problem('There is no Admin, so nobody can let others in.', 'npm run make-admin -- you@company.example');
  },

  async services(patient) {
    const rows = await services(patient);
    if (rows.length === 0) return problem('No worker has run yet.', START_WORKER);
    const silent = rows.filter(({ isLate }) => isLate);
    const [first] = silent;
    if (first !== undefined) {
      const seconds = (patient.now().getTime() - Date.parse(first.beatAt)) / 1000;
      const others = silent.length === 1 ? '' : `, and ${countText(silent.length - 1, 'other service')} too`;
      return problem(
        `‘${first.job}’ on ${first.worker} has given no sign of life for ${durationText(seconds)}${others}.`,
        START_WORKER,
      );
    }
    const failing = rows.find(({ failingSince }) => failingSince !== null);
    if (failing !== undefined)
      return problem(
        `‘${failing.job}’ on ${failing.worker} has failed since ${failing.failingSince}: ${failing.problem ?? ''}`,
        'Open Background jobs → Services, and read the log of that worker.',
      );
    return good(`${countText(rows.length, 'service')} work.`);
  },

  async runs({ db, now }) {
    const { overdue, failed } = await readRow(
      db,
      runsRow,
      sql`SELECT count(*) FILTER (WHERE state = 'waiting' AND started_at IS NULL AND expected_at < ${now()}::timestamptz - interval '3 minutes') AS overdue,
        count(*) FILTER (WHERE state = 'failed' AND finished_at > ${now()}::timestamptz - interval '1 day') AS failed FROM runs`,
    );
    if (overdue > 0) return problem(`${countText(overdue, 'job')} did not start when due.`, START_WORKER);
    const places = await readPlaces(db, now());
    if (places.standing > 0)
      return problem(
        `${countText(places.standing, 'job')} under way ${byCount(places.standing, 'has', 'have')} reported no progress for ten minutes.`,
        'Open Background jobs → All jobs → Running, and cancel it.',
      );
    if (!arePlacesFree(places))
      return warning(
        `All ${places.places} places are taken, and ${countText(places.waiting, 'job')} ${byCount(places.waiting, 'waits', 'wait')}.`,
        'Open Background jobs → All jobs → Running.',
      );
    if (failed > 0)
      return warning(
        `${countText(failed, 'job')} failed in the last 24 hours.`,
        'Open Background jobs → All jobs → Failed.',
      );
    return good('Every job started when it was due, and none failed in the last 24 hours.');
  },

  async backups({ db, env, now, backupProblem }) {
    const unusable = (await backupProblem?.()) ?? null;
    if (unusable !== null) return problem(unusable, 'Find out who changed it, then take a new one: npm run backup.');
    const { newest, isFailed, planned } = await readRow(
      db,
      backupsRow,
      sql`SELECT max(finished_at) FILTER (WHERE state = 'succeeded') AS newest,
        min(expected_at) FILTER (WHERE state = 'waiting') AS planned,
        coalesce((SELECT state = 'failed' FROM runs WHERE kind = 'backup' AND state IN ('succeeded', 'failed')
          ORDER BY finished_at DESC LIMIT 1), false) AS is_failed FROM runs WHERE kind = 'backup'`,
    );
    if (isFailed) return problem('The last daily backup failed.', 'Open Background jobs → All jobs → Failed.');
    if (newest === null && planned === null && env.demo) return skipped('The demo has nothing to back up.');
    if (newest === null && planned === null)
      return warning(
        'No daily backup is set up.',
        'Set BACKUP_TARGET and BACKUP_PASSPHRASE for one worker, and restart it.',
      );
    if (newest === null) return good('A daily backup is set up; the first one is still to come.');
    const seconds = (now().getTime() - newest.getTime()) / 1000;
    const text = `The last daily backup is ${durationText(seconds)} old`;
    if (seconds <= OLDEST_BACKUP_SECONDS) return good(`${text}.`);
    if (planned === null)
      return warning(
        `${text}, and none is planned.`,
        'Set BACKUP_TARGET and BACKUP_PASSPHRASE for one worker, and restart it.',
      );
    return problem(`${text}.`, START_WORKER);
  },

  async queues({ db, hasMail, now }) {
    const rows = await readQueues(db, now());
    const waiting = rows.filter(({ queue, depth }) => depth > 0 && queue !== 'deadLetters');
    // Without a mail server, e-mails wait; another check says so.
    const moving = waiting.filter(({ queue }) => hasMail || !(queue === 'notifications' || queue === 'publisherMails'));
    const late = moving.toSorted((one, other) => other.overdueSeconds - one.overdueSeconds)[0];
    if (late !== undefined && late.overdueSeconds > LATE_QUEUE_SECONDS) {
      const text = `${QUEUES[late.queue]}: ${late.depth} wait, the first has been due for ${durationText(late.overdueSeconds)}.`;
      if (late.overdueSeconds > VERY_LATE_QUEUE_SECONDS) return problem(text, START_WORKER);
      return warning(text, START_WORKER);
    }
    if (waiting.length === 0) return good('Nothing waits.');
    return good(`${waiting.map(({ queue, depth }) => `${QUEUES[queue]}: ${depth}`).join('; ')}.`);
  },

  async deadLetters({ db, now }) {
    const rows = await readQueues(db, now());
    const depth = rows.find(({ queue }) => queue === 'deadLetters')?.depth ?? 0;
    if (depth === 0) return good('No fact was refused.');
    return warning(
      `${countText(depth, 'fact')} that ClickHouse refused ${byCount(depth, 'waits', 'wait')} for a person.`,
      'Open Dead letters, and correct or drop them.',
    );
  },

  async sources(patient) {
    const sources = (await services(patient)).filter(({ watermark }) => watermark !== null);
    const ages = sources.map(({ job, worker, watermark }) => ({
      name: `${job} (${worker})`,
      seconds: (patient.now().getTime() - Date.parse(watermark ?? '')) / 1000,
    }));
    const oldest = ages.toSorted((one, other) => other.seconds - one.seconds)[0];
    if (oldest === undefined) return warning('No source has reported how far its data is complete.', START_WORKER);
    if (oldest.seconds > LATE_SOURCE_SECONDS)
      return problem(`The data of ‘${oldest.name}’ is ${durationText(oldest.seconds)} old.`, START_WORKER);
    return good(`${countText(sources.length, 'source')} complete until less than ten minutes ago.`);
  },

  async publicUrl({ env, now, send }) {
    const { demo, publicUrl } = env;
    if (demo) return skipped('The demo is only reached from this machine.');
    if (publicUrl === undefined)
      return warning(
        'PUBLIC_URL is not set: the app answers to every host name, and messages have no links.',
        'Set PUBLIC_URL=https://… and restart.',
      );
    const { http, certificateUntil } = await send({ url: publicUrl.href, timeoutMs: 5_000 });
    if (http >= 500) return problem(`${publicUrl.href} answers with ${http}.`, `curl -i ${publicUrl.href}`);
    const days = certificateUntil === null ? null : (Date.parse(certificateUntil) - now().getTime()) / 86_400_000;
    if (days !== null && days < 14)
      return problem(
        `The certificate of ${publicUrl.host} ends on ${certificateUntil?.slice(0, 10)}.`,
        `openssl s_client -connect ${publicUrl.host}:443 -servername ${publicUrl.hostname} </dev/null`,
      );
    return good(`${publicUrl.href} answers.`);
  },

  async certificates({ db, env }) {
    if (env.demo) return skipped('The hosts of the demo are made up.');
    const rows = await readRows(
      db,
      hostRow,
      sql`SELECT host, problem FROM (SELECT DISTINCT ON (host) host, problem, at FROM host_checks
          WHERE at > now() - interval '3 days' ORDER BY host, at DESC) newest WHERE problem IS NOT NULL ORDER BY host LIMIT 100`,
    );
    const [first] = rows;
    if (first === undefined) return good('The last checks of all hosts found no problem.');
    const others = rows.length === 1 ? '' : ` ${countText(rows.length - 1, 'other host')} too.`;
    return warning(
      `${first.host}: ${first.problem}${others}`,
      `openssl s_client -connect ${first.host}:443 -servername ${first.host} </dev/null`,
    );
  },
};
