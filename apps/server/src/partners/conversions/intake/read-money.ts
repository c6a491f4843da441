/** Reads the amount, the payout and the currency of a postback. The forms stand in `read-money.test.ts`. */

import { divideMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import type { AmountUnit, Refusal } from '@signpost/contract/partners/conversions/postback.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { type CurrencyReading, isCoin, readCurrency } from '@signpost/contract/reading/currency.ts';
import { withoutExponent } from '@signpost/contract/reading/exponent.ts';
import { placesOf, REPORTED_PLACES } from '@signpost/contract/reading/minor-units.ts';
import { isUnfilledMacro, saysNothing } from '@signpost/contract/reading/reference.ts';

export interface ReportedMoney {
  /** Decimal strings. */
  amount: string | null;
  payout: string | null;
  currency: string | null;
}

/** The texts of a report that are about money. */
export type MoneyTexts = Readonly<Record<keyof ReportedMoney, string>>;

/** Crypto amounts may have up to 18 decimals; twelve are stored. */
const PLAIN = /^[+-]?(?:\d{1,12}(?:\.\d{0,24})?|\.\d{1,24})$/;
/** As many digits as `numeric(26,12)` holds before the point. */
const MOST_DIGITS = 14;
/**
 * Stored for a currency that cannot be read. XXX is the code that ISO 4217 reserves for “no currency”, so no rate can ever
 * exist for it. A report whose price needs no rate still counts.
 */
const NO_CURRENCY = 'XXX';

/** A currency with the value of one reported unit in it. */
interface Unit {
  code: string | null;
  factor: string;
}
const NO_UNIT: Unit = { code: null, factor: '1' };

interface ReadText {
  text: string;
  amount: string;
  /** The currency that stands with the amount, as in `$12.50`. */
  currency: string;
}

/** Values of a program that failed to compute an amount. They do not say that there is none. */
const FAILED = /^(?:nan|[+-]?inf(?:inity)?|\[object \w+\]|true|false)$/i;

/** Null for none; undefined if the text has no single meaning. */
function amountOf(text: string): ReadText | null | undefined {
  if (FAILED.test(text)) return undefined;
  if (text === '' || (text !== '0' && text !== '00' && saysNothing(text)) || isUnfilledMacro(text)) return null;
  if (PLAIN.test(text)) return { text, amount: text, currency: '' };
  const plain = withoutExponent(text);
  if (plain !== null) return { text, amount: plain, currency: '' };
  const read = readAmount(text);
  if (read.kind !== 'amount') return undefined;
  return { text, amount: read.amount, currency: /[A-Z]{3}|[A-Z]{0,2}\p{Sc}/u.exec(text)?.[0] ?? '' };
}

/** Null if the currency cannot be read. */
function unitOf(reading: CurrencyReading): Unit | null {
  if (reading.kind === 'none') return NO_UNIT;
  if (reading.kind === 'unreadable' && isUnfilledMacro(reading.text)) return NO_UNIT;
  if (reading.kind === 'unreadable') return null;
  if (reading.kind === 'currency') return { code: reading.code, factor: reading.factor };
  return { code: reading.code, factor: '1' };
}

/** Whether an amount names another currency than its report, or another unit of it. */
function contradicts({ text, currency }: ReadText, { code, factor }: Unit): boolean {
  if (currency === '' || code === null) return false;
  const own = unitOf(readCurrency(currency));
  if (own?.code != null) return own.code !== code || own.factor !== factor;
  // Several currencies have this sign.
  return factor !== '1' || readAmount(text, { currency: code }).kind === 'foreign';
}

const unfilled = (name: string): string => `The ${name} was left out, because it is a macro that was not filled.`;

/** The unit of the text beside an amount. */
function unitBeside(text: string, ownCurrency: string): Unit | null {
  const unit = unitOf(readCurrency(text));
  if (unit !== null) return unit;
  const isOwn = readAmount(`${text}1`, { currency: ownCurrency }).kind === 'amount';
  if (isOwn) return { code: ownCurrency, factor: '1' };
  return null;
}

type Problem = Extract<Refusal, 'bad_amount' | 'bad_currency'>;
type Valued = { money: string | null } | { problem: Problem; why: string };

/** The money of one text as it is stored, rounded half-even, or the reason why it is none. */
function moneyOf(read: ReadText | null | undefined, unit: Unit, reportedFactor: string): Valued {
  if (read === undefined) return { problem: 'bad_amount', why: 'it is not a number with one meaning' };
  if (read === null) return { money: null };
  if (contradicts(read, unit)) return { problem: 'bad_currency', why: 'it names another currency than the report' };
  const plain = read.amount
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  const money = divideMoney(multiplyMoney(plain, reportedFactor), '1', REPORTED_PLACES);
  const [whole = ''] = (money ?? '').replace('-', '').split('.');
  if (whole.length > MOST_DIGITS)
    return { problem: 'bad_amount', why: `it has more than ${MOST_DIGITS} digits before the point` };
  return { money };
}

/**
 * The factor that turns a reported amount into units of its currency: 0.01 for cents (ISO 4217). Pence keep their own
 * factor, and so do crypto coins, whose smallest unit ISO 4217 does not define.
 */
function factorOf({ code, factor }: Unit, amountUnit: AmountUnit, ownCurrency: string): string {
  const currency = code ?? ownCurrency;
  if (amountUnit === 'main' || factor !== '1' || isCoin(currency)) return factor;
  const places = placesOf(currency);
  if (places === 0) return '1';
  return `0.${'1'.padStart(places, '0')}`;
}

/**
 * The money of a report. Where it needs its amount, one that cannot be read refuses the report; otherwise it is left out
 * with a note. A sign that several currencies have (`$`) means `ownCurrency` if that is one of them.
 */
export function readMoney(
  texts: MoneyTexts,
  { needsAmount, ownCurrency, amountUnit }: { needsAmount: boolean; ownCurrency: string; amountUnit: AmountUnit },
): { money: ReportedMoney; notes: string[] } | { refusal: Refusal } {
  const amountRead = amountOf(texts.amount);
  const payoutRead = amountOf(texts.payout);
  if (needsAmount && amountRead === null && isUnfilledMacro(texts.amount)) return { refusal: 'bad_amount' };
  const beside = amountRead?.currency || payoutRead?.currency || '';
  const given = unitOf(readCurrency(texts.currency));
  const named = given?.code === null && beside !== '' ? unitBeside(beside, ownCurrency) : given;
  const unit = named ?? NO_UNIT;
  const factor = factorOf(unit, amountUnit, ownCurrency);
  const amount = moneyOf(amountRead, unit, factor);
  const payout = moneyOf(payoutRead, unit, factor);
  if (needsAmount && 'problem' in amount) return { refusal: amount.problem };
  if (needsAmount && named === null && amountRead != null) return { refusal: 'bad_currency' };
  const notes: string[] = [];
  if (amountRead === null && isUnfilledMacro(texts.amount)) notes.push(unfilled('amount'));
  if (payoutRead === null && isUnfilledMacro(texts.payout)) notes.push(unfilled('payout'));
  if (given?.code === null && named === null)
    notes.push(`The sign “${beside}” stands for several currencies, so send the code of the right one.`);
  if ('problem' in amount) notes.push(`The amount was left out, because ${amount.why}.`);
  if ('problem' in payout) notes.push(`The payout was left out, because ${payout.why}.`);
  const money = {
    amount: 'problem' in amount ? null : amount.money,
    payout: 'problem' in payout ? null : payout.money,
    currency: named === null ? NO_CURRENCY : named.code,
  };
  return { money, notes };
}
