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
const signed = (amount: string, sign: 1 | -1) => (sign === 1 ? sumMoney([amount]) : minus(amount));
const isZero = (amount: string) => compareMoney(amount, '0') === 0;
/** A receivable is a debit, a payable a credit. */
const signOf = (side: Side): 1 | -1 => (side === 'receivable' ? 1 : -1);
const partyAccount = (side: Side): Account => (side === 'receivable' ? 'receivables' : 'payables');
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
  const sign = signOf(side) === (isCredit ? -1 : 1) ? 1 : -1;
  const opposite = sign === 1 ? -1 : 1;
  const post = (account: Account, part: keyof Amounts, by: 1 | -1): Posting => ({
    account,
    currency,
    amount: signed(totals[part], by),
    baseAmount: signed(functional[part], by),
  });
  return [
    post(partyAccount(side), 'total', sign),
    post(side === 'receivable' ? 'revenue' : 'publisherCost', 'net', opposite),
    post(side === 'receivable' ? 'vatOwed' : 'vatDeductible', 'vat', opposite),
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
  const sign = signOf(side);
  const opposite = sign === 1 ? -1 : 1;
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
 * A payment that settles a part of a document. The document's part leaves at the rate of its issue, the payment's at the
 * rate of its day; what differs in base currency is realised.
 */
export function allocationPostings(allocation: {
  side: Side;
  base: string;
  document: { currency: string; amount: string; baseAmount: string };
  /** In base currency: what the payment's part was worth on its day. */
  paid: string;
}): Posting[] {
  const { side, base, document, paid } = allocation;
  const sign = signOf(side);
  const opposite = sign === 1 ? -1 : 1;
  // The payment's part already stands in the clearing account, in its own currency.
  const postings: Posting[] = [
    {
      account: partyAccount(side),
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
  const sign = signOf(side);
  const opposite = sign === 1 ? -1 : 1;
  return [
    {
      account: partyAccount(side),
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
  const difference = signed(subtractMoney(note, invoice), signOf(side));
  return [
    { account: partyAccount(side), currency, amount: '0', baseAmount: difference } as const,
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
  const sign = signOf(side);
  const opposite = sign === 1 ? -1 : 1;
  const isIncome = side === 'receivable';
  return [
    {
      account: isIncome ? 'accruedReceivables' : 'accruedPayables',
      currency,
      amount: signed(amount, sign),
      baseAmount: signed(baseAmount, sign),
    },
    {
      account: isIncome ? 'revenue' : 'publisherCost',
      currency,
      amount: signed(amount, opposite),
      baseAmount: signed(baseAmount, opposite),
    },
  ];
}
