/**
 * Reads the reports of a postback's query and body, in the forms in which networks send them: a query, a form,
 * multipart/form-data, JSON under any content type, with a byte order mark, as an object, as `{"data": …}`, as an object
 * around the reports, as a list, as lines, or as the only value of a form.
 */
import { parse as parseQuery } from 'node:querystring';
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isObject } from '@signpost/contract/objects.ts';
import type { Refusal } from '@signpost/contract/partners/conversions/postback.ts';
import { isDeeperThan } from '@signpost/contract/reading/json.ts';
import { isUnfilledMacro, saysNothing } from '@signpost/contract/reading/reference.ts';
import { LosslessNumber, parse as parseJson, stringify as stringifyJson } from 'lossless-json';
import { charsetOf, decodeText, unescapedText } from '../../../platform/legacy-text.ts';
import { unescapedName } from '../../../traffic/clicks/redirect/tail.ts';

/** The parameters of one report, by the names under which they were sent. */
export type Parameters = ReadonlyMap<string, string>;

/** The value of a parameter. Its name matches in any case; one in exactly this case comes first. */
export function parameterOf(given: Parameters, name: string): string | undefined {
  const exact = given.get(name);
  if (exact !== undefined) return exact;
  const word = name.toLowerCase();
  for (const [other, value] of given) if (other.toLowerCase() === word) return value;
  return undefined;
}

const MOST_PARAMETERS = 100;
/** How many reports one request can bring. */
export const MOST_REPORTS = 500;

/**
 * The parameters of a query or form. A second `?` begins another parameter, as some networks append theirs with one;
 * `amp;` in front of a name comes from a link that was copied out of HTML, and so does `¤` for `&curren`. Escaped bytes that
 * are no UTF-8 are in the declared charset, or in that of old programs.
 */
export function pairsOf(text: string, charset = ''): Map<string, string> {
  const mended = text.replaceAll('?', '&').replaceAll(/(?:¤|(?:%C2)?%A4)cy=/gi, '&currency=');
  const options = { maxKeys: MOST_PARAMETERS, decodeURIComponent: (part: string) => unescapedText(part, charset) };
  const found = new Map<string, string>();
  for (const [given, value] of Object.entries(parseQuery(mended, '&', '=', options))) {
    const name = unescapedName(given.trim());
    const text = Array.isArray(value) ? oneOf(value) : (value ?? '');
    if (name !== '' && !found.has(name)) found.set(name, text);
  }
  return found;
}

/**
 * The value of a parameter that was sent several times: the only one that says something or, if they contradict each other,
 * all of them as a list of JSON, which is refused where a value is needed.
 */
function oneOf(values: readonly string[]): string {
  const telling = new Set(values.filter((value) => !saysNothing(value.trim()) && !isUnfilledMacro(value.trim())));
  const [only = values[0] ?? '', ...others] = telling;
  if (others.length === 0) return only;
  return JSON.stringify([...telling]);
}

/** The reports of a body. Null if it has another form; `too many` if it has more reports than one request can bring. */
export async function reportsOf(body: Buffer, type = ''): Promise<Parameters[] | 'too many' | null> {
  if (body.length === 0) return [];
  if (/^multipart\/form-data/i.test(type)) return await multipart(body, type);
  // A body in a form that is not read counts as empty: either the query has the values, or the refusal names the form.
  if (isPacked(body)) return [new Map()];
  const charset = charsetOf(type);
  const text = textOf(body, charset);
  if (isMarkup(text)) return [new Map()];
  const isJson = /\bjson\b/i.test(type);
  if (isJson || isJsonLike(text)) {
    const read = jsonReports(text);
    if (read !== null || isJson) return read;
  }
  const pairs = pairsOf(text, charset);
  const [only = ''] = pairs.values();
  if (pairs.size > 1 || !isJsonLike(only)) return [pairs];
  return jsonReports(only) ?? [pairs];
}

const textOf = (body: Buffer, charset = ''): string => decodeText(body, charset).trim();
const isJsonLike = (text: string): boolean => /^\s*[[{]/.test(text);
const isMarkup = (text: string): boolean => text.startsWith('<');
/** The first bytes of gzip and zip, and of what zlib writes. */
const isPacked = (body: Buffer): boolean => /^(?:1f8b|504b0304|78(?:01|5e|9c|da))/.test(body.toString('hex', 0, 4));

/** The form of a body in which no ids or no status were found, if the form is the reason. */
export function formOf(body: Buffer): Extract<Refusal, 'xml_body' | 'packed_body' | 'nested_body'> | null {
  if (isPacked(body)) return 'packed_body';
  const text = textOf(body);
  if (isMarkup(text)) return 'xml_body';
  if (!isJsonLike(text)) return null;
  const parsed = parsedJson(text);
  if (!isObject(parsed)) return null;
  const isNested = (value: unknown): boolean => isNode(value) || (typeof value === 'string' && isJsonLike(value));
  if (Object.values(parsed).some(isNested)) return 'nested_body';
  return null;
}

/** Whether a value of JSON has others inside. */
const isNode = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && !(value instanceof LosslessNumber));

/** The text parts of a form with files. Files are ignored. */
async function multipart(body: Buffer, type: string): Promise<Parameters[] | null> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return [new Map(texts.slice(0, MOST_PARAMETERS))];
  } catch {
    // A form without its boundary is refused with a message for the partner.
    return null;
  }
}

/** Names of the only value of an object that has the reports inside. */
const ENVELOPE =
  /^(?:body|conversions?|events?|items|leads?|orders?|parameters|params|payload|postbacks?|records|reports?|sales?|transactions?)$/i;

function jsonReports(text: string): Parameters[] | 'too many' | null {
  const parsed = parsedJson(text) ?? jsonLines(text);
  if (Array.isArray(parsed)) return listOf(parsed);
  if (!isObject(parsed)) return null;
  const { data, ...beside } = parsed;
  if (Array.isArray(data)) return listOf(data);
  if (isObject(data)) return [flat({ ...beside, ...data })];
  const [[name, only] = ['', null], ...others] = Object.entries(parsed);
  if (others.length > 0 || !ENVELOPE.test(name)) return [flat(parsed)];
  if (Array.isArray(only)) return listOf(only);
  if (isObject(only) && isNode(only)) return [flat(only)];
  return [flat(parsed)];
}

/** The values of JSON with one in each line; null if a line is not JSON. */
function jsonLines(text: string): unknown[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > MOST_REPORTS + 1) return null;
  const values = lines.map(parsedJson);
  if (values.every(isObject)) return values;
  return null;
}

function listOf(list: readonly unknown[]): Parameters[] | 'too many' | null {
  if (list.length > MOST_REPORTS) return 'too many';
  const objects = list.filter(isObject).filter((one) => !(one instanceof LosslessNumber));
  if (objects.length === list.length && list.length > 0) return objects.map(flat);
  return null;
}

/** Numbers keep the text in which they were sent: an id of 19 digits is no floating point number. */
function parsedJson(text: string): unknown {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) return null;
  try {
    return parseJson(text);
  } catch {
    // Invalid JSON is refused with a message for the partner.
    return null;
  }
}

/**
 * The values of an object as texts. An amount with its currency (`{"value": "10.00", "currency_code": "EUR"}`) is two
 * values; other objects and lists stay JSON, so that they are refused where a value is needed and never dropped.
 */
function flat(object: Readonly<Record<string, unknown>>): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(object).slice(0, MOST_PARAMETERS)) {
    const text = scalarText(value);
    const money = text === null && isObject(value) ? moneyIn(value) : null;
    if (text !== null) found.set(name, text);
    else if (money !== null) found.set(name, money.amount ?? money.currency);
    else if (value !== null) found.set(name, stringifyJson(value) ?? '');
    if (money?.amount != null && scalarText(object.currency) === null) found.set('currency', money.currency);
  }
  return found;
}

/** The text of a value that is a text, a number or a boolean; null for others. */
function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || value instanceof LosslessNumber) return value.toString();
  return null;
}

const AMOUNT_NAMES = ['value', 'amount', 'total'];
const CURRENCY_NAMES = ['currency_code', 'currencyCode', 'currency', 'code'];

/** The amount and the currency of an object that has nothing else; the amount is null for a currency alone. */
function moneyIn(object: Readonly<Record<string, unknown>>): { amount: string | null; currency: string } | null {
  const names = Object.keys(object);
  const amountName = names.find((name) => AMOUNT_NAMES.includes(name));
  const currencyName = names.find((name) => CURRENCY_NAMES.includes(name));
  if (currencyName === undefined) return null;
  const currency = scalarText(object[currencyName]);
  const amount = amountName === undefined ? null : scalarText(object[amountName]);
  const isAll = names.length === (amount === null ? 1 : 2);
  if (currency !== null && isAll) return { amount, currency };
  return null;
}

/** Whether a value is an object or a list of JSON. A macro in brackets is none. */
export const isNestedJson = (text: string): boolean =>
  /^(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null))/.test(text) && !isUnfilledMacro(text);
