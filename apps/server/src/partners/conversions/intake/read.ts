/** Reads the fields of a postback. Never throws. The forms stand in `contract/reading/outside.test.ts`. */
import { earlier } from '@signpost/contract/dates/dates.ts';
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
} from '@signpost/contract/partners/conversions/postback.ts';
import { trimInvisible } from '@signpost/contract/reading/invisible.ts';
import { readMoment } from '@signpost/contract/reading/moment.ts';
import { isUnfilledMacro, readClickId, readReference, saysNothing } from '@signpost/contract/reading/reference.ts';
import { isNestedJson, type Parameters, parameterOf } from './body.ts';
import { type ReportedMoney, readMoney } from './read-money.ts';

/** The content of a postback, by our own names. */
export interface Report extends ReportedMoney {
  clickText: string;
  /** Null if the click id is none of ours. */
  clickId: string | null;
  status: string;
  txid: string;
  occurredAt: Date;
  /** Whether the partner named the time. Otherwise it is the time of arrival. */
  hasTime: boolean;
}

/** How a partner's reports are read. */
export interface Reading {
  settings: PostbackSettings;
  overrides: readonly StatusOverride[];
  /** The currency that the partner pays in, which a sign such as `$` stands for where it can. */
  currency: string;
}

const LONGEST = 200;
const LONGEST_STORED = 2_000;
/** The longest time that an event may lie in the future, because clocks differ. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(2020, 0, 1);
/** The zeros of MySQL, of .NET and of Unix time, which programs print for a time that nobody set. */
const ZERO_TIME =
  /^(?:0000-00-00|0001-01-01|1970-01-01)(?:[T ]00:00(?::00(?:\.0+)?)?)?(?:Z| ?[+ ]00:?00)?$|^\/Date\((?:0|-62135596800000)\)\/$/;
const NO_TIME = 'The event time says nothing, so the time of arrival counts.';
/** Words for a status that is missing. Others, such as `0` or `test`, are statuses of some partner. */
const NO_STATUS: ReadonlySet<string> = new Set(['', 'null', 'undefined']);
/** Meanings that are worth what their amount says. Without a readable amount they are refused. */
const NEEDS_AMOUNT: ReadonlySet<Meaning> = new Set(['revenue', 'deposit', 'withdrawal', 'chargeback']);

/** A report, with what of it was left out, in sentences. */
export interface ReadReport {
  report: Report;
  notes: readonly string[];
}

/** The report in these parameters, or the reason why they cannot be read. */
export function readReport(
  given: Parameters,
  { settings, overrides, currency }: Reading,
  now: Date,
): ReadReport | { refusal: Refusal } {
  const texts = new Map<Parameter, string>();
  for (const parameter of PARAMETERS) {
    const named = parameterOf(given, settings.names[parameter] ?? parameter) ?? parameterOf(given, parameter) ?? '';
    const text = trimInvisible(named.replaceAll('\0', '').toWellFormed());
    if (isNestedJson(text)) return { refusal: 'nested_body' };
    if (text.length > LONGEST) return { refusal: 'bad_text' };
    texts.set(parameter, text);
  }
  const text = (parameter: Parameter): string => texts.get(parameter) ?? '';
  const references = readReferences(text('click_id'), text('txid'));
  if ('refusal' in references) return references;
  const status = NO_STATUS.has(text('status').toLowerCase()) ? (settings.defaultStatus ?? '') : text('status');
  if (status === '') return { refusal: 'no_status' };
  const hasTime = !saysNoTime(text('event_time'));
  const occurredAt = hasTime ? readTime(text('event_time'), settings) : now;
  if (occurredAt === null || occurredAt.getTime() > now.getTime() + AHEAD_MS) return { refusal: 'bad_time' };
  const meaning = meaningOf(status, occurredAt.toISOString().slice(0, 10), settings, overrides);
  const needsAmount = meaning !== null && NEEDS_AMOUNT.has(meaning);
  const texted = { amount: text('amount'), payout: text('payout'), currency: text('currency') };
  const read = readMoney(texted, { needsAmount, ownCurrency: currency, amountUnit: settings.amountUnit });
  if ('refusal' in read) return read;
  const report = { ...references, status, ...read.money, occurredAt: earlier(occurredAt, now), hasTime };
  if (hasTime || text('event_time') === '') return { report, notes: read.notes };
  return { report, notes: [...read.notes, NO_TIME] };
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
  if (click.kind === 'unfilled' || (txid.kind === 'unfilled' && !hasClick)) return { refusal: 'unfilled_macro' };
  if (!hasClick && !hasTxid) return { refusal: 'no_reference' };
  return { clickText: hasClick ? click.text : '', clickId, txid: hasTxid ? txid.text : '' };
}

/** Whether a time says that there is none: nothing, a macro that was not filled, or the zero of a calendar. */
const saysNoTime = (text: string): boolean => saysNothing(text) || isUnfilledMacro(text) || ZERO_TIME.test(text);

function readTime(text: string, { timeZone, dateOrder }: PostbackSettings): Date | null {
  const time = readMoment(text, timeZone, dateOrder);
  if (time === null || time.getTime() < EARLIEST) return null;
  return time;
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
  parameters: Parameters,
  { names }: Pick<PostbackSettings, 'names'>,
): [name: string, value: string][] {
  const mapped = new Set(Object.values(names).map((name) => name.toLowerCase()));
  return [...parameters].map(([name, value]) => {
    const word = name.toLowerCase();
    const isKnown = mapped.has(word) || STORED_NAMES.has(word) || SUB_ID.test(word);
    const isSecret = word === SECRET_PARAMETER || word === SIGNATURE_PARAMETER;
    const isShown = isKnown && !isSecret && !value.includes('@') && !isNestedJson(value);
    return [cleaned(name, LONGEST), isShown ? cleaned(value, LONGEST_STORED) : MASKED];
  });
}

const cleaned = (text: string, longest: number): string => text.replaceAll('\0', '').toWellFormed().slice(0, longest);
