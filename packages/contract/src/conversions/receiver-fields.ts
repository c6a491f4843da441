/** The named values of a receiver's answer: of JSON, of XML, and of `name=value` or `name: value` in text. */
import { isObject } from '../define/objects.ts';
import { readJson } from '../reading/json.ts';

/** A value with its name in small letters, without what separates words: `error_code` and `errorCode` are one name. */
export interface Field {
  name: string;
  value: unknown;
}

/** The fields of an answer by their depth: the outer ones decide first. Empty if it has none. */
export type Levels = readonly (readonly Field[])[];

const MOST_DEPTH = 4;
const MOST_FIELDS = 500;
const LONGEST_JSON = 256 * 1024;

const nameOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

function jsonLevels(value: unknown): Levels {
  const levels: Field[][] = [];
  let nodes: unknown[] = [value];
  for (let depth = 0; depth < MOST_DEPTH && nodes.length > 0; depth += 1) {
    const objects = nodes.flatMap((node) => (Array.isArray(node) ? node : [node])).filter(isObject);
    const pairs = objects.flatMap((node) => Object.entries(node)).slice(0, MOST_FIELDS);
    levels.push(pairs.map(([name, one]) => ({ name: nameOf(name), value: one })));
    nodes = pairs.map(([, one]) => one);
  }
  return levels;
}

/** An element with nothing but text, and an attribute. */
const ELEMENT = /<(?:[\w-]{1,60}:)?([\w.-]{1,60})(?:\s[^<>]*)?>([^<]*)<\//g;
const ATTRIBUTE = /\s([\w-]{1,60})\s?=\s?["']([^"'<>]*)["']/g;
const PAIR = /(?:^|[&;,|{\r\n])\s{0,9}["']?([a-z][\w -]{0,30})["']?\s{0,9}[=:]\s{0,9}["']?([^&;,|\r\n"'{}]*)/gi;

const found = (text: string, pattern: RegExp): Field[] =>
  [...text.matchAll(pattern)]
    .slice(0, MOST_FIELDS)
    .map(([, name = '', value = '']) => ({ name: nameOf(name), value: value.trim() }));

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
  const json = /^\s*["[{]/.test(body) && body.length <= LONGEST_JSON ? readJson(body.trim()) : undefined;
  if (typeof json === 'object' && json !== null) return jsonLevels(json);
  if (text.startsWith('<')) return [[...found(text, ELEMENT), ...found(text, ATTRIBUTE)]];
  return [found(text, PAIR)];
}
