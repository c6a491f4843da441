/** Metadata collections: their order, shape, caps and hashes (docs/product/records.md#metadata). */
import type { z } from 'zod';
import { OPTION_CAP } from '../limits.ts';
import type { collectionRow } from './collection-row.ts';

/** The six collections whose rows are options (value = id, label = name), sorted by id descending. */
export const OPTION_COLLECTIONS = [
  'commonOfferLanderCampaigns',
  'offerLanderCampaigns',
  'preLanderCampaigns',
  'externalLanderCampaigns',
  'externalLanderCampaignData',
  'publishers',
] as const;

/** Lists of campaigns contain every offer lander; only these options are not capped. */
export function isUncapped({ landerType }: MetadataRow): boolean {
  return landerType === 'offer_lander';
}

/** A row of a collection, and an option. */
export type MetadataRow = Readonly<z.infer<typeof collectionRow>>;
export type MetadataOption = MetadataRow & Readonly<{ value: number; label: string }>;

/** The hash of each collection. */
export type Hashes = Readonly<Record<string, string>>;

/** Whether the collection is one of the six that are options. */
export function isOptionCollection(collection: string): boolean {
  return OPTION_COLLECTIONS.some((name) => name === collection);
}

/**
 * A collection in the form of an answer: the six are converted to options, newest first; the others stay as they are.
 */
export function arrangeCollection(collection: string, rows: readonly MetadataRow[]): readonly MetadataRow[] {
  if (!isOptionCollection(collection)) return rows;
  return [...rows]
    .sort((one, other) => other.id - one.id)
    .map((row): MetadataOption => ({ ...row, value: row.id, label: row.name ?? '' }));
}

/**
 * The options to show for a search text, and whether there are more. The label must contain every word, ignoring case;
 * an id finds its own option.
 */
export function filterOptions<T extends Readonly<{ value: number | string; label: string }>>(
  options: readonly T[],
  search: string,
  cap: number = OPTION_CAP,
): { shown: T[]; isCapped: boolean } {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown: T[] = [];
  for (const option of options) {
    const label = option.label.toLowerCase();
    if (!words.every((word) => label.includes(word)) && String(option.value) !== search.trim()) continue;
    if (shown.length >= cap) return { shown, isCapped: true };
    shown.push(option);
  }
  return { shown, isCapped: false };
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
};

/**
 * The hash of a collection's content. The order of rows matters, the order of keys does not. The caller passes
 * `digest`.
 */
export function contentHash(rows: readonly unknown[], digest: (text: string) => string): string {
  return digest(JSON.stringify(canonical(rows)));
}

/** The collections whose cached content is stale; only these are fetched again. */
export function staleCollections(cached: Hashes, current: Hashes): string[] {
  return Object.keys(current).filter((name) => cached[name] !== current[name]);
}
