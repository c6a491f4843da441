/** The router's decision for the test click, in words: the campaign, the partner and the offer. */

import { partner } from '@signpost/contract/entities/partner.ts';
import { CLICK_REASONS } from '@signpost/contract/traffic/clicks/explain.ts';
import type { Db } from '../../../database.ts';
import type { ClickFact } from './click.ts';
import { type Known, type Mend, partnerProblem } from './hindrance.ts';
import { nameOf } from './names.ts';
import type { Steps } from './steps.ts';
import type { Wanted } from './way.ts';

type Asked = Pick<Wanted, 'subject' | 'recordId' | 'geo'>;

interface Decided {
  check: Asked;
  steps: Steps;
  visit: ClickFact;
  box: Mend;
  isPage: boolean;
}

/** The step of the decision: it names the campaign, and where no page follows, the partner and the offer. */
export async function decided(known: Known, { check, steps, visit, box, isPage }: Decided): Promise<void> {
  const name = await nameOf(known.db, 'campaign', visit.campaignId);
  if (check.subject === 'campaign' && visit.campaignId !== check.recordId)
    return await steps.end('rules', `The router sent the visitor to the campaign ${name} instead. ${AGAIN}`, box);
  const reason = visit.ruleId === 0 ? CLICK_REASONS.allocation : CLICK_REASONS.rule;
  const text = `${reason} The campaign is ${name}.`;
  if (isPage) return await steps.add('rules', { state: 'ok', text });
  const wrong = await wrongPartner(known, check, visit);
  if (wrong !== null) return await steps.end('rules', wrong, box);
  const offered = [text, await offerIn(known.db, visit)].filter(Boolean).join(' ');
  const problem = await straightProblem(known, check, visit);
  if (problem === null) return await steps.add('rules', { state: 'ok', text: offered });
  await steps.add('rules', { state: 'broken', text: `${offered} ${problem}` }, [partner, visit.partnerId]);
}

const AGAIN = 'If a record was changed a moment ago, check again.';

/** A check of a partner judges no other partner. */
export async function wrongPartner({ db }: Known, { subject, recordId }: Asked, { partnerId }: ClickFact) {
  if (subject !== 'partner' || partnerId === recordId) return null;
  const to = partnerId === 0 ? 'no partner' : `the partner ${await nameOf(db, 'partner', partnerId)}`;
  return `The router sent the visitor to ${to} instead. ${AGAIN}`;
}

/** "The offer is “Slots” of the partner “Acme”." */
export async function offerIn(db: Db, { offerId, partnerId }: ClickFact): Promise<string | null> {
  if (partnerId === 0) return null;
  const of = `the partner ${await nameOf(db, 'partner', partnerId)}`;
  if (offerId === 0) return `It belongs to ${of}.`;
  return `The offer is ${await nameOf(db, 'offer', offerId)} of ${of}.`;
}

/**
 * The problem for which the deals would have refused the click, where a link leads to the partner without asking them.
 */
export async function straightProblem(
  known: Known,
  { geo }: Asked,
  { dealId, partnerId }: ClickFact,
): Promise<string | null> {
  if (dealId !== 0 || partnerId === 0) return null;
  const problem = await partnerProblem(known, partnerId, geo);
  if (problem === null) return null;
  return `The link leads straight there, past the deals: ${problem}`;
}
