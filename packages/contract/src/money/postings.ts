/**
 * The balanced postings of everything that happens to a document (docs/product/documents.md#payments-and-the-ledger). Debits are positive.
 * Every journal adds up to zero in each currency and in base currency.
 */
import type { Side } from './document.ts';
import { compareMoney, subtractMoney, sumMoney } from './money.ts';

export const ACCOUNTS = [
  'receivables',
  'payables',
  'revenue',
  'publisherCost',
  'vatOwed',
  'vatDeductible',
  'bank',
  'exchangeClearing',
  'exchangeDifference',
  'writtenOff',
  'accruedReceivables',
  'accruedPayables',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export interface Posting {
  account: Account;
  currency: string;
  amount: string;
  baseAmount: string;
}

interface Amounts {
  net: string;
  vat: string;
  total: string;
}

const minus = (amount: string) => subtractMoney('0', amount);

/** Debits are 1, credits are -1. */
type Sign = 1 | -1;

function signed(amount: string, sign: Sign): string {
  if (sign === -1) return minus(amount);
  return sumMoney([amount]);
}

function negated(sign: Sign): Sign {
  if (sign === 1) return -1;
  return 1;
}

const isZero = (amount: string) => compareMoney(amount, '0') === 0;

/** The accounts of each side. A receivable is a debit, a payable a credit. */
const SIDES = {
  receivable: { sign: 1, party: 'receivables', result: 'revenue', vat: 'vatOwed', accrued: 'accruedReceivables' },
  payable: { sign: -1, party: 'payables', result: 'publisherCost', vat: 'vatDeductible', accrued: 'accruedPayables' },
} as const satisfies Record<Side, { sign: Sign } & Record<'party' | 'result' | 'vat' | 'accrued', Account>>;

const isMoved = ({ amount, baseAmount }: Posting) => !isZero(amount) || !isZero(baseAmount);

/** An issued invoice, or a credit note (`isCredit`), which posts the opposite. */
export function issuePostings(document: {
  side: Side;
  isCredit: boolean;
  currency: string;
  totals: Amounts;
  functional: Amounts;
}): Posting[] {
  const { side, isCredit, currency, totals, functional } = document;
  const accounts = SIDES[side];
  let sign: Sign = accounts.sign;
  if (isCredit) sign = negated(sign);
  const opposite = negated(sign);
  const post = (account: Account, part: keyof Amounts, by: Sign): Posting => ({
    account,
    currency,
    amount: signed(totals[part], by),
    baseAmount: signed(functional[part], by),
  });
  return [
    post(accounts.party, 'total', sign),
    post(accounts.result, 'net', opposite),
    post(accounts.vat, 'vat', opposite),
  ].filter(isMoved);
}

/** Money that was received or paid, before it settles anything. */
export function paymentPostings(payment: {
  side: Side;
  currency: string;
  amount: string;
  baseAmount: string;
}): Posting[] {
  const { side, currency, amount, baseAmount } = payment;
  const { sign } = SIDES[side];
  const opposite = negated(sign);
  return [
    { account: 'bank', currency, amount: signed(amount, sign), baseAmount: signed(baseAmount, sign) } as const,
    {
      account: 'exchangeClearing',
      currency,
      amount: signed(amount, opposite),
      baseAmount: signed(baseAmount, opposite),
    } as const,
  ];
}

/**
 * A payment that settles a part of a document. The document's part leaves at the rate of its issue, the payment's at
 * the rate of its day; the difference in base currency is realised.
 */
export function allocationPostings(allocation: {
  side: Side;
  base: string;
  document: { currency: string; amount: string; baseAmount: string };
  /** The value of the payment's part on its day, in base currency. */
  paid: string;
}): Posting[] {
  const { side, base, document, paid } = allocation;
  const { sign, party } = SIDES[side];
  const opposite = negated(sign);
  // The payment's part already stands in the clearing account, in its own currency.
  const postings: Posting[] = [
    {
      account: party,
      currency: document.currency,
      amount: signed(document.amount, opposite),
      baseAmount: signed(document.baseAmount, opposite),
    },
    {
      account: 'exchangeClearing',
      currency: document.currency,
      amount: signed(document.amount, sign),
      baseAmount: signed(document.baseAmount, sign),
    },
  ];
  const difference = subtractMoney(paid, document.baseAmount);
  if (!isZero(difference))
    postings.push(
      { account: 'exchangeClearing', currency: base, amount: '0', baseAmount: signed(difference, sign) },
      { account: 'exchangeDifference', currency: base, amount: '0', baseAmount: signed(difference, opposite) },
    );
  return postings.filter(isMoved);
}

/** An open amount that nobody will pay. */
export function writeOffPostings(lost: {
  side: Side;
  currency: string;
  amount: string;
  baseAmount: string;
}): Posting[] {
  const { side, currency, amount, baseAmount } = lost;
  const { sign, party } = SIDES[side];
  const opposite = negated(sign);
  return [
    {
      account: party,
      currency,
      amount: signed(amount, opposite),
      baseAmount: signed(baseAmount, opposite),
    },
    { account: 'writtenOff', currency, amount: signed(amount, sign), baseAmount: signed(baseAmount, sign) },
  ];
}

/**
 * A credit note that settles another invoice. Both stand in the same account, so only the difference of their rates is
 * posted; nothing if there is none. `invoice` and `note` are the base amounts that leave.
 */
export function creditPostings(applied: {
  side: Side;
  currency: string;
  base: string;
  invoice: string;
  note: string;
}): Posting[] {
  const { side, currency, base, invoice, note } = applied;
  const { sign, party } = SIDES[side];
  const difference = signed(subtractMoney(note, invoice), sign);
  return [
    { account: party, currency, amount: '0', baseAmount: difference } as const,
    { account: 'exchangeDifference', currency: base, amount: '0', baseAmount: minus(difference) } as const,
  ].filter(isMoved);
}

/** Income or cost of a closed month that stands on no issued document yet; without VAT, which issuing decides. */
export function accrualPostings(accrued: {
  side: Side;
  currency: string;
  amount: string;
  baseAmount: string;
}): Posting[] {
  const { side, currency, amount, baseAmount } = accrued;
  const { sign, accrued: account, result } = SIDES[side];
  const opposite = negated(sign);
  return [
    {
      account,
      currency,
      amount: signed(amount, sign),
      baseAmount: signed(baseAmount, sign),
    },
    {
      account: result,
      currency,
      amount: signed(amount, opposite),
      baseAmount: signed(baseAmount, opposite),
    },
  ];
}
