/**
 * How much a chargeback takes back from what its click has earned (docs/product/conversions.md, docs/decisions/0362). Pure.
 * No chargeback ever takes more than is left, so that a click never earns less than nothing.
 */

import {
  compareMoney,
  divideMoney,
  minMoney,
  multiplyMoney,
  subtractMoney,
  sumMoney,
} from '@signpost/contract/money/money.ts';
import { REPORTED_PLACES } from '@signpost/contract/reading/minor-units.ts';

/** The decimals of amounts in the base currency, in which publishers are owed. */
const BASE_PLACES = 6;

/** The amount that one report has earned, in the currency of its deal. */
export interface Earning {
  txid: string;
  /** Whether it earned a share of its reported amount. */
  isShare: boolean;
  /** Whether it earned the payout that was reported, and not what was agreed. */
  isAsReported: boolean;
  reported: Reported | null;
  amount: string;
  currency: string;
  /** The part owed to the click's publisher in fixed amounts, in the base currency. */
  publisherFixed: string;
}

/** An amount as the partner reported it, positive. */
export interface Reported {
  amount: string;
  /** Null for the currency of the deal. */
  currency: string | null;
}

/** The amount that a chargeback takes back in one currency. */
export interface Took {
  amount: string;
  currency: string;
  publisherFixed: string;
}

/** The transaction that a chargeback names, and the amount that it takes back. */
export interface TakeBack {
  txid: string;
  reported: Reported | null;
  /** The amount that the partner takes back of its own payout. */
  payout: Reported | null;
  isShareOnly: boolean;
  /** Whether reports of the click earn shares, also if they come after the chargeback. */
  hasShares: boolean;
}

/** The result of a chargeback. */
export interface Taking {
  took: Took[];
  /** Whether it named no report and found less than it takes back: reports that come later may have more. */
  isShort: boolean;
}

/** Units of `to` for one unit of `from`; null if a rate is unknown. */
export type Exchange = (from: string, to: string) => string | null;

/** An earning with what chargebacks have left of it. */
interface Rest {
  readonly earning: Earning;
  left: string;
  leftFixed: string;
  /** The rest of the reported amount. */
  leftReported: string;
}

/** Collects what the reports of a click earn, and takes it back. */
export class Earnings {
  readonly #rests: Rest[] = [];
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Adds a report, also one that earned nothing: a chargeback that names it takes nothing from others. */
  add(earning: Earning): void {
    this.#rests.push({
      earning,
      left: earning.amount,
      leftFixed: earning.publisherFixed,
      leftReported: earning.reported?.amount ?? '0',
    });
  }

  /**
   * Takes back the amounts of a chargeback, by currency. If it has the transaction id of a report, the earnings of that
   * report are taken back: in proportion to the amount, or all of them without an amount. Without such an id, shares of
   * the amount are taken back where shares were earned, and otherwise everything. With `isShareOnly`, only shares are
   * taken back, for revenue that is negative. A chargeback that names a payout and no usable amount takes exactly that
   * payout from deals that pay as reported. Null, and nothing is taken, if an exchange rate is missing.
   */
  takeBack({ txid, reported, payout, isShareOnly, hasShares }: TakeBack): Taking | null {
    const named = this.#rests.filter(({ earning }) => txid !== '' && earning.txid === txid);
    const amount = positive(reported);
    if (named.length > 0) {
      const isProportional = amount !== null && named.some(({ earning }) => hasEarned(earning) && hasSize(earning));
      const taking = isProportional ? this.#takeProportion(named, amount) : this.#takeWhole(named, positive(payout));
      return taking && { ...taking, isShort: false };
    }
    const shares = this.#rests.filter(({ earning }) => earning.isShare);
    // A payout that was reported beside an amount of 0 is no share of it.
    if (amount !== null && hasShares)
      return this.#takeShares(
        shares.filter(({ earning }) => hasSize(earning)),
        amount,
      );
    if (!isShareOnly) return this.#takeWhole(this.#rests, positive(payout));
    if (positive(payout) === null) return { took: [], isShort: amount !== null };
    const payouts = shares.filter(({ earning }) => earning.isAsReported);
    return this.#takeWhole(payouts, positive(payout));
  }

  /** A payout of what was earned as reported, the newest first. Without a payout, or where none was earned, everything. */
  #takeWhole(rests: readonly Rest[], payout: Reported | null): Taking | null {
    const payouts = rests.filter(({ earning }) => earning.isAsReported && hasEarned(earning));
    if (payout === null || payouts.length === 0)
      return { took: takeAll(rests), isShort: !rests.some(({ earning }) => hasEarned(earning)) };
    const taken: Took[] = [];
    let wanted = payout.amount;
    const rated = payouts.map((rest) => ({ rest, rate: this.#rate(payout.currency, null, rest.earning.currency) }));
    if (rated.some(({ rate }) => rate === null)) return null;
    for (const { rest, rate } of rated.toReversed()) {
      if (rate === null || compareMoney(wanted, '0') <= 0) break;
      const part = minMoney(divideMoney(multiplyMoney(wanted, rate), '1', REPORTED_PLACES) ?? '0', rest.left);
      taken.push(takePart(rest, part));
      wanted = subtractMoney(wanted, divideMoney(part, rate, REPORTED_PLACES) ?? '0');
    }
    return { took: together(taken), isShort: compareMoney(wanted, '0') > 0 };
  }

  /** The chargeback's part of the largest amount that was reported under its id and earned something. */
  #takeProportion(named: readonly Rest[], { amount, currency }: Reported): Taking | null {
    let largest = '0';
    for (const { earning } of named.filter((rest) => hasEarned(rest.earning))) {
      const size = this.#inCurrency(earning.reported, currency, earning.currency);
      if (size === null) return null;
      if (compareMoney(size, largest) > 0) largest = size;
    }
    const took = together(named.map((rest) => takePart(rest, partOf(rest.earning.amount, amount, largest))));
    return { took, isShort: false };
  }

  /** The newest shares first, until the amount is used up. */
  #takeShares(shares: readonly Rest[], { amount, currency }: Reported): Taking | null {
    // No rate is needed if nothing is left to take.
    if (!shares.some(({ earning }) => hasEarned(earning))) return { took: [], isShort: true };
    const taken: Took[] = [];
    let wanted = amount;
    for (const rest of shares.toReversed()) {
      const { earning } = rest;
      const rate = this.#rate(currency, earning.reported?.currency ?? null, earning.currency);
      if (rate === null) return null;
      const part = minMoney(multiplyMoney(wanted, rate), rest.leftReported);
      rest.leftReported = subtractMoney(rest.leftReported, part);
      taken.push(takePart(rest, partOf(earning.amount, part, earning.reported?.amount ?? '0')));
      wanted = subtractMoney(wanted, divideMoney(part, rate, REPORTED_PLACES) ?? '0');
    }
    return { took: together(taken), isShort: compareMoney(wanted, '0') > 0 };
  }

  /** A reported amount in another currency; '0' for none, null if a rate is unknown. */
  #inCurrency(reported: Reported | null, currency: string | null, ownCurrency: string): string | null {
    if (reported === null) return '0';
    const rate = this.#rate(reported.currency, currency, ownCurrency);
    if (rate === null) return null;
    return multiplyMoney(reported.amount, rate);
  }

  #rate(from: string | null, to: string | null, otherwise: string): string | null {
    const source = from ?? to ?? otherwise;
    const target = to ?? from ?? otherwise;
    if (source === target) return '1';
    return this.#exchange(source, target);
  }
}

const positive = (reported: Reported | null): Reported | null => {
  if (reported !== null && compareMoney(reported.amount, '0') > 0) return reported;
  return null;
};

const hasEarned = ({ amount }: Earning): boolean => compareMoney(amount, '0') > 0;

/** Whether its report has an amount of which a chargeback can take a part. */
const hasSize = ({ reported }: Earning): boolean => positive(reported) !== null;

/** The same fraction of `amount` as `part` is of `whole`, and at most all of it. */
function partOf(amount: string, part: string, whole: string, places = REPORTED_PLACES): string {
  if (compareMoney(part, whole) >= 0) return amount;
  return divideMoney(multiplyMoney(amount, part), whole, places) ?? '0';
}

const takeAll = (rests: readonly Rest[]): Took[] => together(rests.map((rest) => takePart(rest, rest.left)));

/** Takes an amount from what is left, with its part of the publisher's fixed amount. */
function takePart(rest: Rest, wanted: string): Took {
  const amount = minMoney(wanted, rest.left);
  const isAll = compareMoney(amount, rest.left) === 0;
  const fixed = isAll ? rest.leftFixed : partOf(rest.earning.publisherFixed, amount, rest.earning.amount, BASE_PLACES);
  rest.left = subtractMoney(rest.left, amount);
  rest.leftFixed = subtractMoney(rest.leftFixed, fixed);
  return { amount, currency: rest.earning.currency, publisherFixed: fixed };
}

/** One entry a currency, the largest amount first. */
function together(taken: readonly Took[]): Took[] {
  const byCurrency = Map.groupBy(
    taken.filter(({ amount }) => compareMoney(amount, '0') > 0),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, list]) => ({
      amount: sumMoney(list.map(({ amount }) => amount)),
      currency,
      publisherFixed: sumMoney(list.map(({ publisherFixed }) => publisherFixed)),
    }))
    .sort((a, b) => compareMoney(b.amount, a.amount) || a.currency.localeCompare(b.currency));
}
