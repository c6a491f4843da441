/** A draft as real recipients would get it, its links, and a test to oneself. */

import type { MailDraft } from '@signpost/contract/calls/mailings.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { MAILING_LIMITS, type MailingPreview } from '@signpost/contract/partners/mailings/mailing.ts';
import type { Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { sendingIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { MailError } from '../../platform/mail.ts';
import type { SessionUser } from '../../session-user.ts';
import { isCut } from '../../traffic/clicks/pages/sanitize.ts';
import { checkAll } from '../links/check.ts';
import { agentOf } from '../links/jobs.ts';
import { politely } from '../links/polite.ts';
import { audienceOf } from './audience.ts';
import { suppressedAmong } from './people.ts';
import { linksIn, type Places, problemsOf, renderMail } from './render.ts';
import { listId } from './send.ts';

type PreviewDeps = Pick<Deps, 'db' | 'clock'>;

/** Stands for the unsubscribe link in previews and tests, where it must not unsubscribe anybody. */
const NO_LINK = 'https://unsubscribe.invalid/';

/** The places of a mail that has no recipient yet. */
const exampleFor = (viewer: SessionUser): Places => ({
  name: 'Name of the contact',
  publisher: 'Name of the publisher',
  publisher_id: '0',
  commission: '30',
  currency: baseCurrency(),
  manager: viewer.name,
  manager_email: viewer.email,
  sender: viewer.name,
});

/** The effect that sending a draft would have. Never throws because of a text that somebody typed. */
export async function previewDraft(
  { db, clock }: PreviewDeps,
  viewer: SessionUser,
  draft: MailDraft,
): Promise<MailingPreview> {
  const { members, withoutAddress } = await audienceOf(db, viewer, draft).catch((error: unknown) => {
    if (error instanceof AppError) return { members: [], withoutAddress: 0 };
    throw error;
  });
  const addresses = members.map(({ address }) => address);
  const suppressed = await suppressedAmong(db, addresses, draft.topic, clock.now());
  const reached = members.filter(({ address }) => !suppressed.has(address.toLowerCase()));
  const { problem, unknownPlaces } = problemsOf(draft);
  const counts = { recipients: reached.length, suppressed: members.length - reached.length, withoutAddress };
  const base = { ...counts, problem, isCut: isCut(draft.html), unknownPlaces };
  if (problem !== '') return { ...base, samples: [] };
  try {
    const samples = reached.slice(0, MAILING_LIMITS.samples).map(({ name, address, places }) => ({
      name,
      address,
      publisher: places.publisher,
      ...renderMail(draft, places, NO_LINK),
    }));
    return { ...base, samples };
  } catch {
    return { ...base, problem: 'The text cannot be shown: with its places filled in, it is too long.', samples: [] };
  }
}

async function firstPlaces({ db }: PreviewDeps, viewer: SessionUser, draft: MailDraft): Promise<Places> {
  const { members } = await audienceOf(db, viewer, draft);
  return members[0]?.places ?? exampleFor(viewer);
}

function refuseUnreadable(draft: MailDraft): void {
  const { problem } = problemsOf(draft);
  if (problem !== '') throw invalid('html', problem);
}

const LONGEST_CHECK_MS = 40_000;

/** Opens each link of a draft once, politely. A link that was not reached in time is unknown. */
export async function checkDraftLinks(
  deps: PreviewDeps & Pick<Deps, 'send' | 'env'>,
  viewer: SessionUser,
  draft: MailDraft,
): Promise<{ url: string; verdict: Verdict; reason: string }[]> {
  refuseUnreadable(draft);
  const { html } = renderMail(draft, await firstPlaces(deps, viewer, draft), NO_LINK);
  const urls = linksIn(html).filter((url) => url !== NO_LINK);
  if (urls.length > MAILING_LIMITS.links)
    throw invalid('html', `There are ${urls.length} links; at most ${MAILING_LIMITS.links} are checked.`);
  const found = new Map<string, { verdict: Verdict; reason: string }>();
  const signal = AbortSignal.timeout(LONGEST_CHECK_MS);
  await checkAll({
    polite: politely(deps.send, signal),
    agent: agentOf(deps.env.publicUrl),
    urls,
    now: () => deps.clock.now(),
    onChecked: async (url, { verdict, reason }) => void found.set(url, { verdict, reason }),
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const notReached = { verdict: 'unknown' as const, reason: 'It was not reached in time.' };
  return urls.map((url) => {
    const verdict = found.get(url) ?? notReached;
    return { url, ...verdict };
  });
}

/** Sends a draft to the viewer at once, with the data of the first recipient. */
export async function testDraft(
  deps: PreviewDeps & Pick<Deps, 'mail'>,
  viewer: SessionUser,
  { replyTo, ...draft }: MailDraft & { replyTo: string | null },
): Promise<{ isDelivered: boolean; problem: string | null }> {
  if (deps.mail === null) return { isDelivered: false, problem: sendingIsOff(viewer.grade) };
  refuseUnreadable(draft);
  const { subject, html, text } = renderMail(draft, await firstPlaces(deps, viewer, draft), NO_LINK);
  try {
    await deps.mail.send({
      to: viewer.email,
      subject: `[Test] ${subject}`,
      html,
      text,
      id: `test-${newId(deps.clock)}`,
      thread: null,
      replyTo,
      list: { id: listId(draft.topic), unsubscribe: NO_LINK },
    });
    return { isDelivered: true, problem: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { isDelivered: false, problem: error.message };
  }
}
