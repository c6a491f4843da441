/** The reports of a partner about a visitor: a lead, deposits, net revenue and chargebacks, days and weeks later. */
import type { CountedMeaning } from '../../../partners/conversions/counting/group.ts';
import { fromCents } from './money.ts';
import type { DemoPartner } from './partners.ts';
import type { Chance } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A postback. Its amount is in the partner's currency: the deposit, or the net revenue. */
export interface Report {
  at: number;
  meaning: CountedMeaning;
  txid: string;
  amount: string | null;
}

export interface Player {
  /** When the visitor left for the partner. */
  leftAt: number;
  partner: DemoPartner;
  /** How good the visitors of this place are. */
  quality: number;
  luck: Chance;
}

const later = (luck: Chance, mean: number): number => -Math.log(1 - luck.next()) * mean;

/** The reports about one visitor, in no order; about most there are none. */
export function reportsOn({ leftAt, partner, quality, luck }: Player): Report[] {
  if (!luck.hit(Math.min(0.4, partner.leadRate * quality))) return [];
  const txid = `tx-${Math.floor(luck.next() * 2 ** 40).toString(16)}`;
  const leadAt = leftAt + 2 * MINUTE + later(luck, 25 * MINUTE);
  const reports: Report[] = [{ at: leadAt, meaning: 'lead', txid, amount: null }];
  if (luck.hit(0.11)) {
    reports.push({ at: leadAt + later(luck, 9 * HOUR), meaning: 'rejected_lead', txid, amount: null });
    return reports;
  }
  if (luck.hit(0.64))
    reports.push({ at: leadAt + later(luck, 14 * HOUR), meaning: 'qualified_lead', txid, amount: null });
  if (!luck.hit(partner.ftdRate)) return reports;
  const firstAt = leadAt + Math.min(60 * DAY, later(luck, 3.5 * DAY));
  const first = Math.round(25 + later(luck, 110));
  reports.push({ at: firstAt, meaning: 'first_deposit', txid, amount: fromCents(first * 100) });
  reports.push(...netRevenue(partner, luck, { at: firstAt, deposit: first, txid: `${txid}-r1` }));
  if (partner.amount > 0 && partner.paysFor === 'firstDeposit' && luck.hit(0.018))
    reports.push({ at: firstAt + (10 + luck.next() * 30) * DAY, meaning: 'chargeback', txid, amount: null });
  let at = firstAt;
  for (let nth = 2; luck.hit(0.68); nth += 1) {
    at += later(luck, 6 * DAY);
    const deposit = Math.round(15 + later(luck, 90));
    reports.push({ at, meaning: 'deposit', txid: `${txid}-${nth}`, amount: fromCents(deposit * 100) });
    reports.push(...netRevenue(partner, luck, { at, deposit, txid: `${txid}-r${nth}` }));
  }
  return reports;
}

/**
 * The net revenue from a deposit, for a partner that shares its net revenue. It is negative where the player has won.
 */
function netRevenue(
  partner: DemoPartner,
  luck: Chance,
  { at, deposit, txid }: { at: number; deposit: number; txid: string },
): Report[] {
  if (partner.share === 0) return [];
  const kept = luck.hit(0.08) ? -luck.next() * 0.5 : 0.15 + luck.next() * 0.7;
  return [{ at: at + (1 + luck.next() * 4) * DAY, meaning: 'revenue', txid, amount: fromCents(deposit * kept * 100) }];
}
