/** Background work on links: the checks that people start. */
import { buffer } from 'node:stream/consumers';
import { mayOpen } from '@signpost/contract/access/access.ts';
import { byCount } from '@signpost/contract/define/words.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { z } from 'zod';
import type { Db } from '../../database.ts';
import type { Job } from '../../platform/job.ts';
import type { Send } from '../../platform/outgoing.ts';
import { csvFile } from '../../platform/table-file.ts';
import { USER_COLUMNS } from '../../session-user.ts';
import { sendMail } from '../../workplace/notifications/outbox.ts';
import { defineRun, type RunKind, type RunRepeats } from '../../workplace/runs/kinds.ts';
import { checkAll } from './check.ts';
import { readAllResults, readOpenUrls, storeChecked } from './checks.ts';
import { resultsTable } from './files.ts';
import { type LaunchDeps, launchCheckRun } from './launch/run.ts';
import { baseOf, type OwnLinks, typedSend } from './own-links.ts';
import { type PoliteClock, politely, realClock } from './polite.ts';
import { type WatchDeps, watchRound } from './watch/round.ts';

export interface LinkDeps {
  db: Db;
  send: Send;
  ownLinks: OwnLinks;
  /** The address of the app, where our checker is explained. */
  publicUrl: URL | undefined;
  clock?: PoliteClock;
}

const PROGRESS_MS = 1_000;

/** Hosts learn who visits them and why. */
export function agentOf(publicUrl: URL | undefined): string {
  if (publicUrl === undefined) return 'SignpostLinkBot/1.0';
  return `SignpostLinkBot/1.0 (+${new URL('link-bot.html', publicUrl).href})`;
}

const linkCheckRun = ({ db, send, ownLinks, publicUrl, clock = realClock }: LinkDeps) =>
  defineRun({
    name: 'linkCheck',
    input: z.object({ checkId: z.number() }),
    async refuse(trx, ownerId) {
      const owner = await trx
        .selectFrom('users')
        .select([...USER_COLUMNS])
        .where('id', '=', ownerId)
        .executeTakeFirst();
      const mayStill = owner !== undefined && mayOpen(owner, ROUTES.linksChecker);
      if (mayStill) return null;
      return 'The person who started this check may no longer open the links checker.';
    },
    async run({ input: { checkId }, signal, progress, complete }) {
      const urls = await readOpenUrls(db, checkId);
      let done = 0;
      let toldAt = 0;
      await checkAll({
        polite: politely(typedSend(send, baseOf(ownLinks)), signal, clock),
        agent: agentOf(publicUrl),
        urls,
        now: () => new Date(),
        async onChecked(url, found) {
          await storeChecked(db, { id: checkId, url }, found, new Date());
          done += 1;
          if (Date.now() - toldAt < PROGRESS_MS) return;
          toldAt = Date.now();
          await progress(done, urls.length);
        },
      });
      await complete(async (trx) => {
        const check = await trx.selectFrom('linkChecks').selectAll().where('id', '=', checkId).executeTakeFirst();
        if (check?.mailTo) {
          const results = await readAllResults(trx, checkId);
          const broken = results.filter(({ verdict }) => verdict === 'broken').length;
          await sendMail(trx, new Date(), {
            dedupeKey: `link check ${checkId}`,
            senderId: check.ownerId,
            to: check.mailTo,
            subject: `${broken || 'No'} broken ${byCount(broken, 'link', 'links')}: ${check.name}`,
            content: {
              body: {
                lines: [`${results.length} links were checked. All results are in the attached file.`],
                link: {
                  route: 'linksCheckerDownload',
                  params: { downloadId: String(checkId) },
                  label: 'Open the check',
                },
              },
            },
            attachments: [
              { name: 'links.csv', contentType: 'text/csv', content: await buffer(csvFile(resultsTable(results))) },
            ],
          });
        }
        return { rows: urls.length };
      });
      return undefined;
    },
  });

export const linkRuns = (deps: LinkDeps): RunKind[] => [linkCheckRun(deps)];
export const launchRuns = (deps: LaunchDeps): RunKind[] => [launchCheckRun(deps)];

const WATCH_EVERY_MS = 60_000;
/** A chain of twenty hops, each of which may take ten seconds, on a host whose links take turns. */
const LONGEST_WATCH_MS = 60 * 60_000;

/** The links of the configuration are watched by themselves. */
export function linkJobs({ publicUrl, ...deps }: Omit<WatchDeps, 'agent'> & Pick<LinkDeps, 'publicUrl'>): Job[] {
  let lastAt = Date.now() - WATCH_EVERY_MS;
  return [
    {
      name: 'watched links',
      everyMs: WATCH_EVERY_MS,
      longestMs: LONGEST_WATCH_MS,
      async run(stopping) {
        const now = new Date();
        const sinceLastMs = now.getTime() - lastAt;
        lastAt = now.getTime();
        await watchRound({ ...deps, agent: agentOf(publicUrl) }, { now, sinceLastMs, stopping });
      },
    },
  ];
}

/** A check that is run again goes on with the links that were not looked at yet. */
export const linkRepeats: RunRepeats = {
  linkCheck: { refusals: async () => new Map(), prepare: async () => undefined },
};
