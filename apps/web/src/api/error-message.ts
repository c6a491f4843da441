/** Finds the message to show for a failed call. The specification defines the order. */
import { isObject } from '@signpost/contract/objects.ts';
import { TEXT } from '@signpost/contract/texts.ts';

type Bag = Readonly<Record<string, unknown>>;

const bag = (value: unknown): Bag => {
  if (isObject(value)) return value;
  return {};
};

/** The maximum depth, which also stops at values that contain themselves. */
const MAX_DEPTH = 5;

const inline = (value: unknown, depth: number): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => inline(item, depth + 1)).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${inline(item, depth + 1)}`)
    .join(', ');
};

/** A string as it is, an array's first item, an object as 'key: value' lines; nothing readable is undefined. */
const readable = (value: unknown): string | undefined => {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof item === 'string') return item.trim() === '' ? undefined : item;
  if (typeof item === 'number') return String(item);
  if (typeof item !== 'object' || item === null) return undefined;
  const lines = Object.entries(item).map(([key, part]) => `${key}: ${inline(part, 1)}`);
  if (lines.length === 0) return undefined;
  return lines.join('\n');
};

const candidates = (source: Bag): unknown[] => [
  source.error,
  source.errors,
  bag(source.data).error,
  bag(source.data).errors,
];

/**
 * The sentence to show for any failure: the first readable of `error` and `errors` in the response's data, under its
 * own `data`, and in the response's body; else statusText, else message, else 'Undefined error...'. Takes an error that
 * carries a response, or the response itself. Never throws and never returns an empty text.
 */
export function extractErrorMessage(failure: unknown): string {
  if (typeof failure === 'string' && failure.trim() !== '') return failure;
  const error = bag(failure);
  const response = bag(error.response ?? error);
  const found = [...candidates(bag(response.data)), ...candidates(bag(response.body))];
  const fallbacks = [response.statusText, response.message, error.message];
  for (const value of [...found, ...fallbacks.filter((it) => typeof it === 'string')]) {
    const text = readable(value);
    if (text !== undefined) return text;
  }
  return TEXT.undefinedError;
}
