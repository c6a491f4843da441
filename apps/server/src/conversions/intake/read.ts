/** Reads the fields of a postback. Never throws. */
import {
  PARAMETERS,
  type Parameter,
  type PostbackSettings,
  type Refusal,
  SECRET_PARAMETER,
  SIGNATURE_PARAMETER,
  TEST_PARAMETER,
} from '@signpost/contract/conversions/postback.ts';
import { isDay } from '@signpost/contract/dates/dates.ts';
import { divideMoney } from '@signpost/contract/money/money.ts';

/** The content of a postback, by our own names. */
export interface Report {
  clickText: string;
  /** Null if the click id is not a UUID. */
  clickId: string | null;
  status: string;
  txid: string;
  /** Decimal strings. */
  amount: string | null;
  payout: string | null;
  currency: string | null;
  occurredAt: Date;
}

const LONGEST = 200;
const LONGEST_STORED = 2_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Crypto amounts may have up to 18 decimals; six are stored. */
const AMOUNT = /^[+-]?(?:\d{1,12}(?:\.\d{0,24})?|\.\d{1,24})$/;
const CURRENCY = /^[A-Z]{3}$/;
/** How far in the future a time may be, because clocks differ. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(2020, 0, 1);
/** Larger numbers are milliseconds, smaller ones seconds. */
const MILLISECONDS_FROM = 100_000_000_000;

/** The report in these parameters, or the reason why they cannot be read. */
export function readReport(
  given: ReadonlyMap<string, string>,
  settings: PostbackSettings,
  now: Date,
): { report: Report } | { refusal: Refusal } {
  const texts = new Map<Parameter, string>();
  for (const parameter of PARAMETERS) {
    const named = settings.names[parameter] ?? parameter;
    const text = (given.get(named) ?? given.get(parameter) ?? '').trim().replaceAll('\0', '').toWellFormed();
    if (text.length > LONGEST) return { refusal: 'bad_text' };
    texts.set(parameter, text);
  }
  const text = (parameter: Parameter): string => texts.get(parameter) ?? '';
  const clickText = text('click_id');
  const txid = text('txid');
  if (clickText === '' && txid === '') return { refusal: 'no_reference' };
  if (text('status') === '') return { refusal: 'no_status' };
  if (![text('amount'), text('payout')].every((amount) => amount === '' || AMOUNT.test(amount)))
    return { refusal: 'bad_amount' };
  const currency = text('currency').toUpperCase();
  if (currency !== '' && !CURRENCY.test(currency)) return { refusal: 'bad_currency' };
  const occurredAt = text('event_time') === '' ? now : readTime(text('event_time'));
  if (occurredAt === null || occurredAt.getTime() > now.getTime() + AHEAD_MS) return { refusal: 'bad_time' };
  return {
    report: {
      clickText,
      clickId: UUID.test(clickText) ? clickText.toLowerCase() : null,
      status: text('status'),
      txid,
      amount: moneyOf(text('amount')),
      payout: moneyOf(text('payout')),
      currency: currency || null,
      occurredAt: occurredAt > now ? now : occurredAt,
    },
  };
}

/** An amount as it is stored, rounded half-even; null for none. */
const moneyOf = (text: string): string | null =>
  text === ''
    ? null
    : divideMoney(
        text
          .replace(/^\+/, '')
          .replace(/^(-?)\./, '$10.')
          .replace(/\.$/, ''),
        '1',
      );

/** An unencoded plus arrives as a space: `10:00:00 02:00` means +02:00. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:(Z)|([+ -])(\d{2}):?(\d{2})?)?)?$/i;
/** The date format of HTTP and e-mail. */
const NAMED = /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/i;

/**
 * ISO 8601, or Unix seconds or milliseconds; a time without a zone is UTC. Other forms are refused, because `05/06/2026`
 * is ambiguous, and so are days that do not exist.
 */
function readTime(text: string): Date | null {
  const time = /^\d{9,14}$/.test(text) ? unixTime(Number(text)) : NAMED.test(text) ? new Date(text) : isoTime(text);
  return time === null || Number.isNaN(time.getTime()) || time.getTime() < EARLIEST ? null : time;
}

const unixTime = (number: number): Date => new Date(number < MILLISECONDS_FROM ? number * 1000 : number);

function isoTime(text: string): Date | null {
  const [, day, clock = '00:00', , sign, hours, minutes = '00'] = ISO.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  return new Date(`${day}T${clock}${hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`}`);
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
