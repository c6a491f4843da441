/** Reads the fields of a postback. Never throws. The forms stand in `contract/reading/outside.test.ts`. */
import {
  type Meaning,
  meaningOf,
  PARAMETERS,
  type Parameter,
  type PostbackSettings,
  type Refusal,
  SECRET_PARAMETER,
  SIGNATURE_PARAMETER,
  type StatusOverride,
  TEST_PARAMETER,
} from '@signpost/contract/conversions/postback.ts';
import { divideMoney, multiplyMoney } from '@signpost/contract/money/money.ts';
import { readAmount } from '@signpost/contract/reading/amount.ts';
import { type CurrencyReading, readCurrency } from '@signpost/contract/reading/currency.ts';
import { trimInvisible } from '@signpost/contract/reading/invisible.ts';
import { readMoment } from '@signpost/contract/reading/moment.ts';
import { isUnfilledMacro, readClickId, readReference, saysNothing } from '@signpost/contract/reading/reference.ts';

/** The content of a postback, by our own names. */
export interface Report {
  clickText: string;
  /** Null if the click id is none of ours. */
  clickId: string | null;
  status: string;
  txid: string;
  /** Decimal strings. */
  amount: string | null;
  payout: string | null;
  currency: string | null;
  occurredAt: Date;
  /** Whether the partner named the time. Otherwise it is the time of arrival. */
  hasTime: boolean;
}

/** How a partner's reports are read. */
export interface Reading {
  settings: PostbackSettings;
  overrides: readonly StatusOverride[];
}

const LONGEST = 200;
const LONGEST_STORED = 2_000;
/** Crypto amounts may have up to 18 decimals; six are stored. */
const AMOUNT = /^[+-]?(?:\d{1,12}(?:\.\d{0,24})?|\.\d{1,24})$/;
/** How far in the future a time may be, because clocks differ. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(2020, 0, 1);
/** The code of ISO 4217 for "no currency": a report whose price needs no rate is never lost for its currency. */
const NO_CURRENCY = 'XXX';
/** Words for a status that is missing. Others, such as `0` or `test`, are statuses of some partner. */
const NO_STATUS: ReadonlySet<string> = new Set(['', 'null', 'undefined']);
/** Meanings that are worth what their amount says. Without a readable amount they are refused. */
const NEEDS_AMOUNT: ReadonlySet<Meaning> = new Set(['revenue', 'deposit', 'withdrawal', 'chargeback']);

/** The report in these parameters, or the reason why they cannot be read. */
export function readReport(
  given: ReadonlyMap<string, string>,
  { settings, overrides }: Reading,
  now: Date,
): { report: Report } | { refusal: Refusal } {
  const texts = new Map<Parameter, string>();
  for (const parameter of PARAMETERS) {
    const named = settings.names[parameter] ?? parameter;
    const text = trimInvisible((given.get(named) ?? given.get(parameter) ?? '').replaceAll('\0', '').toWellFormed());
    if (text.length > LONGEST) return { refusal: 'bad_text' };
    texts.set(parameter, text);
  }
  const text = (parameter: Parameter): string => texts.get(parameter) ?? '';
  const references = readReferences(text('click_id'), text('txid'));
  if ('refusal' in references) return references;
  const status = NO_STATUS.has(text('status').toLowerCase()) ? (settings.defaultStatus ?? '') : text('status');
  if (status === '') return { refusal: 'no_status' };
  const occurredAt = text('event_time') === '' ? now : readTime(text('event_time'));
  if (occurredAt === null || occurredAt.getTime() > now.getTime() + AHEAD_MS) return { refusal: 'bad_time' };
  const meaning = meaningOf(status, occurredAt.toISOString().slice(0, 10), settings, overrides);
  const money = readMoney([text('amount'), text('payout')], text('currency'), meaning);
  if ('refusal' in money) return money;
  return {
    report: {
      ...references,
      status,
      ...money,
      occurredAt: occurredAt > now ? now : occurredAt,
      hasTime: text('event_time') !== '',
    },
  };
}

/** The ids of a report. A placeholder such as `null` is no transaction id, and neither is a macro that was not filled. */
function readReferences(
  clickText: string,
  txidText: string,
): Pick<Report, 'clickText' | 'clickId' | 'txid'> | { refusal: Refusal } {
  const clickId = readClickId(clickText);
  const click = clickId === null ? readReference(clickText) : ({ kind: 'reference', text: clickText } as const);
  const txid = readReference(txidText);
  if (click.kind === 'broken' || txid.kind === 'broken') return { refusal: 'bad_text' };
  const hasClick = click.kind === 'reference';
  const hasTxid = txid.kind === 'reference';
  if (!hasClick && !hasTxid)
    return { refusal: click.kind === 'unfilled' || txid.kind === 'unfilled' ? 'unfilled_macro' : 'no_reference' };
  if (click.kind === 'unfilled') return { refusal: 'unfilled_macro' };
  return { clickText: hasClick ? click.text : '', clickId, txid: hasTxid ? txid.text : '' };
}

interface ReadAmount {
  amount: string;
  /** The currency that stands with the amount, as in `$12.50`. */
  currency: string;
}

/** Null for none; undefined if the text has no single meaning. */
function amountOf(text: string): ReadAmount | null | undefined {
  if (text === '' || (text !== '0' && text !== '00' && saysNothing(text)) || isUnfilledMacro(text)) return null;
  if (AMOUNT.test(text)) return { amount: text, currency: '' };
  const read = readAmount(text);
  if (read.kind !== 'amount') return undefined;
  const currency = /[A-Z]{3}|[A-Z]{0,2}\p{Sc}/u.exec(text)?.[0] ?? '';
  return { amount: read.amount, currency };
}

/** The amounts of a report and their currency. */
function readMoney(
  [amountText = '', payoutText = '']: readonly string[],
  currencyText: string,
  meaning: Meaning | null,
): Pick<Report, 'amount' | 'payout' | 'currency'> | { refusal: Refusal } {
  const amount = amountOf(amountText);
  const payout = amountOf(payoutText);
  const needsAmount = meaning !== null && NEEDS_AMOUNT.has(meaning);
  const isUnreadable = amount === undefined || (amount === null && isUnfilledMacro(amountText));
  if (needsAmount && isUnreadable) return { refusal: 'bad_amount' };
  const read = currencyOf(currencyText, amount?.currency ?? payout?.currency ?? '');
  if (read === null && needsAmount && amount != null) return { refusal: 'bad_currency' };
  const factor = read?.factor ?? '1';
  return {
    amount: amount == null ? null : moneyOf(amount.amount, factor),
    payout: payout == null ? null : moneyOf(payout.amount, factor),
    currency: read === null ? NO_CURRENCY : read.code,
  };
}

/** The currency of a report, null if it cannot be read. One beside the amount counts if the parameter has none. */
function currencyOf(given: string, besideAmount: string): { code: string | null; factor: string } | null {
  const named = codeOf(readCurrency(given));
  if (named?.code !== null || besideAmount === '') return named;
  return codeOf(readCurrency(besideAmount));
}

function codeOf(reading: CurrencyReading): { code: string | null; factor: string } | null {
  if (reading.kind === 'unreadable') return isUnfilledMacro(reading.text) ? { code: null, factor: '1' } : null;
  if (reading.kind === 'none') return { code: null, factor: '1' };
  return { code: reading.code, factor: reading.kind === 'currency' ? reading.factor : '1' };
}

/** An amount as it is stored, rounded half-even. */
function moneyOf(text: string, factor: string): string | null {
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  return divideMoney(factor === '1' ? plain : multiplyMoney(plain, factor), '1');
}

function readTime(text: string): Date | null {
  const time = readMoment(text);
  return time === null || time.getTime() < EARLIEST ? null : time;
}

/**
 * Names under which partners send references, amounts and times, beside those that an integration maps. Only these
 * values are stored, because any other parameter may contain a person's name or address.
 */
const STORED_NAMES: ReadonlySet<string> = new Set(
  `${PARAMETERS.join(' ')} ${TEST_PARAMETER}
   clickid cid subid sub_id aff_sub transaction_id transactionid tid order_id lead_id offer_id campaign_id source_id
   event event_id goal goal_id type sum value revenue commission cur ccy time timestamp date datetime geo country`.split(
    /\s+/,
  ),
);
const SUB_ID = /^(?:s|sub|p)_?\d{1,2}$/;
const MASKED = '•••';

/** The parameters of a postback as they are stored: values that may be secret or personal are masked. */
export function maskedParameters(
  parameters: ReadonlyMap<string, string>,
  { names }: Pick<PostbackSettings, 'names'>,
): [name: string, value: string][] {
  const mapped = new Set(Object.values(names));
  return [...parameters].map(([name, value]) => {
    const word = name.toLowerCase();
    const isKnown = mapped.has(name) || STORED_NAMES.has(word) || SUB_ID.test(word);
    const isSecret = name === SECRET_PARAMETER || name === SIGNATURE_PARAMETER;
    const isShown = isKnown && !isSecret && !value.includes('@');
    return [cleaned(name, LONGEST), isShown ? cleaned(value, LONGEST_STORED) : MASKED];
  });
}

const cleaned = (text: string, longest: number): string => text.replaceAll('\0', '').toWellFormed().slice(0, longest);
