/** Generates the events after a click-out: leads, deposits, revenue, commission and chargebacks, days and weeks later. */
import type { FactKind } from '@signpost/contract/stats/fact.ts';
import type { Known } from './line.ts';
import { fromCents, type Worth, worthOf } from './money.ts';
import type { Chance } from './random.ts';
import type { DemoPartner } from './records.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The part of a deposit that remains as shared revenue. */
const HOLD = 0.42;

export interface Story {
  clickTime: number;
  partner: DemoPartner;
  dealId: number;
  /** Share of revenue owed to the publisher in percent; 0 without one. */
  commission: number;
  quality: number;
  luck: Chance;
  tell(kind: FactKind, at: number, more: Known): void;
}

const later = (luck: Chance, mean: number): number => -Math.log(1 - luck.next()) * mean;

/** Generates the events of one click-out; most have none. */
export function tellStory(story: Story): void {
  const { partner, luck, quality, clickTime, tell } = story;
  if (!luck.hit(Math.min(0.4, partner.leadRate * quality))) return;
  const txid = `tx-${Math.floor(luck.next() * 2 ** 40).toString(16)}`;
  const leadAt = clickTime + 2 * MINUTE + later(luck, 25 * MINUTE);
  tell('lead', leadAt, { leads: 1, txid, status: 'lead' });
  if (luck.hit(0.11)) {
    tell('rejected_lead', leadAt + later(luck, 9 * HOUR), { rejectedLeads: 1, txid, status: 'rejected' });
    return;
  }
  if (luck.hit(0.64)) {
    const at = leadAt + later(luck, 14 * HOUR);
    tell('qualified_lead', at, { qualifiedLeads: 1, txid, status: 'qualified' });
    if (partner.dealType === 'CPL') earn(story, 'revenue', at + 1000, partner.amount * 100, { txid });
  }
  if (!luck.hit(partner.ftdRate)) return;
  const firstAt = leadAt + Math.min(60 * DAY, later(luck, 3.5 * DAY));
  const cents = 100 * Math.round(25 + later(luck, 110));
  deposit(story, 'first_deposit', firstAt, cents, { firstDeposits: 1, txid });
  if (partner.dealType === 'CPA' && luck.hit(0.018))
    earn(story, 'chargeback', firstAt + (10 + luck.next() * 30) * DAY, -partner.amount * 100, { txid });
  let at = firstAt;
  while (luck.hit(0.68)) {
    at += later(luck, 6 * DAY);
    deposit(story, 'deposit', at, 100 * Math.round(15 + later(luck, 90)), { txid: `${txid}-${Math.floor(at / DAY)}` });
  }
}

function deposit(story: Story, kind: 'first_deposit' | 'deposit', at: number, cents: number, more: Known) {
  const { partner } = story;
  const fixed = kind === 'first_deposit' && partner.dealType !== 'CPL' ? partner.amount * 100 : 0;
  earn(story, kind, at, fixed + cents * HOLD * (partner.share / 100), {
    ...more,
    deposits: 1,
    depositAmount: fromCents(cents),
    status: kind,
  });
}

/** Revenue, at once or after the partner's approval, and the publisher's part of it. */
function earn(story: Story, kind: FactKind, at: number, cents: number, more: Known): void {
  const { partner, dealId, luck, tell } = story;
  const worth = worthOf(cents, partner.currency, Math.floor(at / (30 * DAY)));
  const deal = { dealId, dealType: partner.dealType };
  if (!partner.approves || cents <= 0) {
    tell(kind, at, { ...more, ...deal, ...reported(worth), revenue: worth.base });
    share(story, at, worth);
    return;
  }
  tell(kind, at, { ...more, ...deal, ...reported(worth), pendingRevenue: worth.base });
  const approvedAt = at + (12 + luck.next() * 12) * DAY;
  const back = worth.base.startsWith('-') ? worth.base.slice(1) : `-${worth.base}`;
  tell('revenue', approvedAt, {
    ...deal,
    ...reported(worth),
    revenue: worth.base,
    pendingRevenue: back,
    status: 'approved',
  });
  share(story, approvedAt, worth);
}

const reported = ({ amount, currency, rate }: Worth) => ({ amount, currency, rate });

function share({ commission, partner, tell }: Story, at: number, worth: Worth): void {
  const cents = Math.round(Number(worth.base) * commission);
  if (cents === 0) return;
  tell('publisher_cost', at + 500, {
    publisherCost: fromCents(cents),
    amount: fromCents(cents),
    currency: 'EUR',
    reason: `commission ${commission} % of ${partner.name}`,
  });
}
