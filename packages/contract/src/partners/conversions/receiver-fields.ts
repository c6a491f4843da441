/** The named values of a receiver's answer: of JSON, of XML, and of `name=value` or `name: value` in text. */
import { isObject } from '../../objects.ts';
import { readJson } from '../../reading/json.ts';

/** A value with its name in small letters, without signs between words: `error_code` and `errorCode` are one name. */
export interface Field {
  name: string;
  value: unknown;
  /** Whether the field describes one record, as `status` does in `{"success":true,"result":[{"status":"skipped"}]}`. */
  isOfResult: boolean;
}

/** The fields of an answer by their depth: the outer ones decide first. Empty if it has none. */
export type Levels = readonly (readonly Field[])[];

const MOST_DEPTH = 4;
const MOST_FIELDS = 500;
const LONGEST_JSON = 256 * 1024;

const nameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Names of what a receiver says about each record. `data` and `conversion` often repeat what was sent. */
const RESULTS =
  /^(?:results?|responses?|details?|outcomes?|answers?|items?|leads?|contacts?|records?|rows|events|entries|submissions?)$/;

interface Node {
  value: unknown;
  isOfResult: boolean;
}

/** The fields of an object, or of the objects of a list. */
function fieldsOfNode({ value, isOfResult }: Node): Field[] {
  const objects = (Array.isArray(value) ? value : [value]).filter(isObject);
  return objects.flatMap((one) =>
    Object.entries(one).map(([name, inner]) => ({ name: nameOf(name), value: inner, isOfResult })),
  );
}

function jsonLevels(value: unknown): Levels {
  const levels: Field[][] = [];
  let nodes: Node[] = [{ value, isOfResult: false }];
  for (let depth = 0; depth < MOST_DEPTH && nodes.length > 0; depth += 1) {
    const fields = nodes.flatMap(fieldsOfNode).slice(0, MOST_FIELDS);
    levels.push(fields);
    nodes = fields.map((field) => ({ value: field.value, isOfResult: field.isOfResult || RESULTS.test(field.name) }));
  }
  return levels;
}

/** Whether a value says nothing: null, an empty text, false, an empty list or object. */
function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The text of an answer without its empty fields, because `"reject_reason":null` is no refusal. */
export function withoutBlanks(body: string, text: string): string {
  const json = jsonOf(body);
  if (json === undefined) return text;
  const kept = JSON.stringify(json, (_, value: unknown) => {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isBlank(inner)));
  });
  return kept.slice(0, text.length);
}

/** An element with nothing but text, and an attribute. */
const ELEMENT = /<(?:[\w-]{1,60}:)?([\w.-]{1,60})(?:\s[^<>]*)?>([^<]*)<\//g;
const ATTRIBUTE = /\s([\w-]{1,60})\s?=\s?["']([^"'<>]*)["']/g;
const PAIR = /(?:^|[&;,|{\r\n])\s{0,9}["']?([a-z][\w -]{0,30})["']?\s{0,9}[=:]\s{0,9}["']?([^&;,|\r\n"'{}]*)/gi;

const found = (text: string, pattern: RegExp): Field[] =>
  [...text.matchAll(pattern)]
    .slice(0, MOST_FIELDS)
    .map(([, name = '', value = '']) => ({ name: nameOf(name), value: value.trim(), isOfResult: false }));

/** The answer without the warnings that PHP prints in front of its JSON. */
export function withoutWarnings(body: string): string {
  const text = body.trim();
  if (/^["[{]/.test(text) || !text.endsWith('}') || text.length > LONGEST_JSON) return body;
  const start = text.search(/\{\s{0,9}"/);
  if (start === -1 || !isObject(readJson(text.slice(start)))) return body;
  return text.slice(start);
}

/** The fields of an answer. `body` is the whole answer, and `text` its first part, which is searched for pairs. */
export function fieldsOf(body: string, text: string): Levels {
  const json = jsonOf(body);
  if (json !== undefined) return jsonLevels(json);
  if (text.startsWith('<')) return [[...found(text, ELEMENT), ...found(text, ATTRIBUTE)]];
  return [found(text, PAIR)];
}

/** The object or list that the answer is in JSON. */
function jsonOf(body: string): object | undefined {
  const json = /^\s*["[{]/.test(body) && body.length <= LONGEST_JSON ? readJson(body.trim()) : undefined;
  if (typeof json === 'object' && json !== null) return json;
  return undefined;
}
