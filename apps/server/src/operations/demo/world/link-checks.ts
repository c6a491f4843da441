/** A check of links that each of the demo's people who may check links has made, with one of each finding. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { GRADES } from '@signpost/contract/access/grades.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { ClickIdFate, Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import type { Trx } from '../../../database.ts';
import { USER_COLUMNS } from '../../../session-user.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import { hashInput } from '../../../workplace/runs/kinds.ts';

interface Found {
  link: string;
  verdict: Verdict;
  reason?: string;
  http: number | null;
  title?: string;
  /** The statuses and addresses behind the link itself. */
  redirects?: readonly string[];
  clickId?: ClickIdFate;
  lostAt?: number;
}

const FOUND: readonly Found[] = [
  {
    link: 'https://bestwallet.example/welcome?click={click_id}',
    verdict: 'ok',
    http: 200,
    title: 'Welcome bonus',
    redirects: ['https://play.bestwallet.example/lp/7?sub={click_id}'],
    clickId: 'survives',
  },
  {
    link: 'https://grandreels.example/go?aff={click_id}',
    verdict: 'ok',
    http: 200,
    title: 'Grand Reels Casino',
    redirects: ['https://track.grandreels.example/c?a={click_id}', 'https://grandreels.example/home'],
    clickId: 'lost',
    lostAt: 2,
  },
  {
    link: 'https://luckyspin.example/summer',
    verdict: 'broken',
    reason: 'The page does not exist (HTTP 404).',
    http: 404,
    title: 'Not found',
  },
  {
    link: 'https://old-offers.example/',
    verdict: 'broken',
    reason: 'The domain is parked or for sale.',
    http: 200,
    title: 'old-offers.example',
  },
  {
    link: 'http://royalbets.example/bonus',
    verdict: 'moved',
    reason: 'The page has moved for good to https://www.royal-bets.example/bonus.',
    http: 200,
    title: 'Royal Bets',
    redirects: ['https://www.royal-bets.example/bonus'],
  },
  {
    link: 'https://cryptodice.example/join',
    verdict: 'blocked',
    reason: 'Cloudflare asks whether the visitor is a person.',
    http: 403,
    title: 'Just a moment...',
  },
  {
    link: 'https://spinpalace.example/free',
    verdict: 'limited',
    reason: 'The host limits our visits (HTTP 429).',
    http: 429,
  },
  {
    link: 'https://megaslots.example/vip',
    verdict: 'unknown',
    reason: 'The server answers with HTTP 502.',
    http: 502,
    title: 'Bad gateway',
  },
];

const DAY_MS = 86_400_000;

export async function storeLinkChecks(trx: Trx, now: Date): Promise<void> {
  const people = await trx
    .selectFrom('users')
    .select([...USER_COLUMNS])
    .where('email', 'in', GRADES.map(demoEmail))
    .execute();
  const at = new Date(now.getTime() - DAY_MS);
  for (const person of people.filter((one) => mayOpen(one, ROUTES.linksChecker))) {
    const { id: checkId } = await trx
      .insertInto('linkChecks')
      .values({ ownerId: person.id, name: 'Offers of November', source: 'form', mailTo: null, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const input = { checkId };
    await trx
      .insertInto('runs')
      .values({
        kind: 'linkCheck',
        key: `demo link check ${checkId}`,
        title: 'Check Offers of November',
        ownerId: person.id,
        input: JSON.stringify(input),
        inputHash: hashInput(input),
        state: 'succeeded',
        expectedAt: at,
        startedAt: at,
        finishedAt: new Date(at.getTime() + 9_000),
        nextTryAt: null,
        attempt: 1,
        rows: FOUND.length,
        createdAt: at,
      })
      .execute();
    await trx
      .insertInto('linkCheckResults')
      .values(FOUND.map((found, position) => resultOf(found, checkId, position, at)))
      .execute();
  }
}

function resultOf(found: Found, checkId: number, position: number, checkedAt: Date) {
  const { link, verdict, reason = '', http, title = '', redirects = [], clickId = 'not_sent', lostAt = null } = found;
  const urls = [link, ...redirects];
  const steps = urls.map((url, step) => ({
    url,
    http: step === urls.length - 1 ? http : 302,
    ms: 90 + 37 * step,
    by: step === urls.length - 1 ? null : 'redirect',
    hasClickId: url.includes('{click_id}'),
  }));
  return {
    checkId,
    position,
    link,
    url: link,
    verdict,
    reason,
    http,
    endUrl: urls.at(-1) ?? link,
    title,
    steps: JSON.stringify(steps),
    clickId,
    lostAt,
    certificateUntil: link.startsWith('https') ? new Date(checkedAt.getTime() + (40 + position) * DAY_MS) : null,
    checkedAt,
  };
}
