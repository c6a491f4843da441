/**
 * Reads the reports of a postback's query and body, in the forms in which networks send them: a query, a form,
 * multipart/form-data, JSON under any content type, with a byte order mark, as an object, as `{"data": …}` or as a list.
 */
import { parse as parseQuery } from 'node:querystring';
import { isObject } from '@signpost/contract/define/objects.ts';
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isDeeperThan } from '@signpost/contract/reading/json.ts';
import { LosslessNumber, parse as parseJson } from 'lossless-json';
import { unescapedName } from '../../clicks/redirect/tail.ts';

/** The parameters of one report, by the names under which they were sent. */
export type Parameters = ReadonlyMap<string, string>;

const MOST_PARAMETERS = 100;
/** How many reports one request can bring. */
export const MOST_REPORTS = 500;

/**
 * The parameters of a query or form. A second `?` begins another parameter, as some networks append theirs with one;
 * `amp;` in front of a name comes from a link that was copied out of HTML, and so does `¤` for `&curren`.
 */
export function pairsOf(text: string): Map<string, string> {
  const mended = text.replaceAll('?', '&').replaceAll(/(?:¤|(?:%C2)?%A4)cy=/gi, '&currency=');
  const found = new Map<string, string>();
  for (const [given, value] of Object.entries(parseQuery(mended, '&', '=', { maxKeys: MOST_PARAMETERS }))) {
    const name = unescapedName(given.trim());
    const text = (Array.isArray(value) ? value[0] : value) ?? '';
    if (name !== '' && !found.has(name)) found.set(name, text);
  }
  return found;
}

/** The reports of a body. Null if it has another form; `too many` if it has more reports than one request can bring. */
export async function reportsOf(body: Buffer, type = ''): Promise<Parameters[] | 'too many' | null> {
  if (body.length === 0) return [];
  if (/^multipart\/form-data/i.test(type)) return await multipart(body, type);
  const text = new TextDecoder('utf-8').decode(body).trim();
  const isJson = /\bjson\b/i.test(type);
  if (isJson || /^[[{]/.test(text)) {
    const read = jsonReports(text);
    if (read !== null || isJson) return read;
  }
  return [pairsOf(text)];
}

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

function jsonReports(text: string): Parameters[] | 'too many' | null {
  const parsed = parsedJson(text);
  if (Array.isArray(parsed)) return listOf(parsed);
  if (!isObject(parsed)) return null;
  const { data, ...beside } = parsed;
  if (Array.isArray(data)) return listOf(data);
  return [flat(isObject(data) ? { ...beside, ...data } : parsed)];
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
