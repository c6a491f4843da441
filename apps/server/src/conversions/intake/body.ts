/**
 * Reads the reports of a postback's query and body, in the forms in which networks send them: a query, a form,
 * multipart/form-data, JSON under any content type, with a byte order mark, as an object, as `{"data": …}`, as an object
 * around the reports, as a list, as lines, or as the only value of a form.
 */
import { parse as parseQuery } from 'node:querystring';
import type { Refusal } from '@signpost/contract/conversions/postback.ts';
import { isObject } from '@signpost/contract/define/objects.ts';
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isDeeperThan } from '@signpost/contract/reading/json.ts';
import { LosslessNumber, parse as parseJson } from 'lossless-json';
import { unescapedName } from '../../clicks/redirect/tail.ts';
import { charsetOf, decodeText } from '../../platform/legacy-text.ts';

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
  const options = { maxKeys: MOST_PARAMETERS, decodeURIComponent: (part: string) => unescaped(part, charset) };
  const found = new Map<string, string>();
  for (const [given, value] of Object.entries(parseQuery(mended, '&', '=', options))) {
    const name = unescapedName(given.trim());
    const text = (Array.isArray(value) ? value[0] : value) ?? '';
    if (name !== '' && !found.has(name)) found.set(name, text);
  }
  return found;
}

function unescaped(part: string, charset: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return decodeText(bytesOf(part), charset);
  }
}

/** The bytes of a text with escaped bytes. */
function bytesOf(part: string): Buffer {
  const latin = part.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1');
}

/** The reports of a body. Null if it has another form; `too many` if it has more reports than one request can bring. */
export async function reportsOf(body: Buffer, type = ''): Promise<Parameters[] | 'too many' | null> {
  if (body.length === 0) return [];
  if (/^multipart\/form-data/i.test(type)) return await multipart(body, type);
  // What a body in a form that nobody reads says is in the query, or the refusal names the form.
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
  return (pairs.size === 1 && isJsonLike(only) ? jsonReports(only) : null) ?? [pairs];
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
  const parsed = isJsonLike(text) ? parsedJson(text) : null;
  if (!isObject(parsed)) return null;
  const isNested = (value: unknown): boolean => isNode(value) || (typeof value === 'string' && isJsonLike(value));
  return Object.values(parsed).some(isNested) ? 'nested_body' : null;
}

/** Whether a value of JSON has others inside. */
const isNode = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && !(value instanceof LosslessNumber));

/** The text parts of a form with files. Files are ignored. */
async function multipart(body: Buffer, type: string): Promise<Parameters[] | null> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const texts = [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
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
  return [flat(isObject(only) && isNode(only) ? only : parsed)];
}

/** The values of JSON with one in each line; null if a line is not JSON. */
function jsonLines(text: string): unknown[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > MOST_REPORTS + 1) return null;
  const values = lines.map(parsedJson);
  return values.every(isObject) ? values : null;
}

function listOf(list: readonly unknown[]): Parameters[] | 'too many' | null {
  if (list.length > MOST_REPORTS) return 'too many';
  const objects = list.filter(isObject).filter((one) => !(one instanceof LosslessNumber));
  return objects.length === list.length && list.length > 0 ? objects.map(flat) : null;
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

/** The texts and numbers of an object; what is nested deeper is ignored. */
function flat(object: Readonly<Record<string, unknown>>): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(object).slice(0, MOST_PARAMETERS)) {
    if (typeof value === 'string') found.set(name, value);
    if (value instanceof LosslessNumber) found.set(name, value.toString());
  }
  return found;
}
