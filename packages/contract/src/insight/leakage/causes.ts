/** The causes of leakage in words. Without zod, because Home shows them (docs/decisions/0045). */
import { keysOf } from '../../objects.ts';
import type { RouteName } from '../../routes/index.ts';

interface Cause {
  label: string;
  /** A sentence that says what happened. */
  text: string;
  lost: 'click' | 'postback' | 'lead';
  /** The screen that mends it. */
  mend: { route: RouteName; label: string; search?: Readonly<Record<string, unknown>> };
}

/** In the order in which a click, a lead or a postback meets them. */
export const CAUSES = {
  unknownLink: {
    label: 'Unknown link',
    text: 'The visitor opened a link that does not exist.',
    lost: 'click',
    mend: {
      route: 'tags',
      label: 'Open the orphan visits',
      search: { kind: 'orphan-visits', filters: { orphanKind: ['link'] } },
    },
  },
  linkOver: {
    label: 'Direct link over',
    text: 'The direct link was before its first day, after its last one, or had had its most clicks.',
    lost: 'click',
    mend: { route: 'directLinkAdd', label: 'Open the direct links' },
  },
  boxOver: {
    label: 'Box over',
    text: 'The box was before its first day, after its last one, or had had its most clicks.',
    lost: 'click',
    mend: { route: 'campaignBoxes', label: 'Open the boxes' },
  },
  botWall: {
    label: 'Bot wall',
    text: 'Too many clicks came from one IP address at once. People behind it were counted as bots.',
    lost: 'click',
    mend: { route: 'eventReporter', label: 'Look at the clicks', search: { reasons: ['burst'] } },
  },
  noRule: {
    label: 'No rule',
    text: 'No rule or campaign could take the click.',
    lost: 'click',
    mend: { route: 'rules', label: 'Open the rules' },
  },
  cap: {
    label: 'Lead cap reached',
    text: 'A deal would have taken the click, but its lead cap was reached.',
    lost: 'click',
    mend: { route: 'partnersWaterfall', label: 'Open the waterfall' },
  },
  lastResort: {
    label: 'Last resort used',
    text: 'The box was paused or no deal could take the click, so it went to the fallback link.',
    lost: 'click',
    mend: { route: 'campaignBoxes', label: 'Open the boxes' },
  },
  deadLink: {
    label: 'Dead link',
    text: 'The link was dead when the click went there, or the offer of the page has none.',
    lost: 'click',
    mend: { route: 'linksChecker', label: 'Open the broken links', search: { view: 'watched', shown: 'broken' } },
  },
  notLogged: {
    label: 'Router could not log',
    text: 'The statistics engine refused the fact. It can be sent again.',
    lost: 'click',
    mend: {
      route: 'affiliateTransactions',
      label: 'Open the refused facts',
      search: { view: 'dead', filters: { state: ['waiting'] } },
    },
  },
  noBuyer: {
    label: 'Lead without a buyer',
    text: 'No buyer has taken the lead.',
    lost: 'lead',
    mend: { route: 'leadSearch', label: 'Open the leads', search: { filters: { status: ['parked', 'rejected'] } } },
  },
  unknownStatus: {
    label: 'Unknown status',
    text: 'The partner reported a status that nobody has given a meaning.',
    lost: 'postback',
    mend: { route: 'unassignedStatusForm', label: 'Assign the statuses' },
  },
  expiredClick: {
    label: 'Expired or unknown click',
    text: 'The postback came too late, or its click is not known.',
    lost: 'postback',
    mend: {
      route: 'affiliateTransactions',
      label: 'Attribute the transactions',
      search: { filters: { state: ['unattributed'] } },
    },
  },
  late: {
    label: 'Late',
    text: 'The postback has waited for its click for more than a day.',
    lost: 'postback',
    mend: {
      route: 'affiliateTransactions',
      label: 'Open the waiting ones',
      search: { filters: { state: ['waiting'] } },
    },
  },
  unpriced: {
    label: 'Unpriced',
    text: 'The postback counts without money: no deal prices it, or no exchange rate is known.',
    lost: 'postback',
    mend: { route: 'partners', label: 'Open the partners' },
  },
} as const satisfies Record<string, Cause>;

export type CauseName = keyof typeof CAUSES;
export const CAUSE_NAMES = keysOf(CAUSES);
export const causeOf = (name: CauseName): Cause => CAUSES[name];
