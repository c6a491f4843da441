/** What an item is called now. */
import { campaignLabel, selectionLabel } from '@signpost/contract/labels.ts';
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/stats/dimensions.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { Attributes } from './attributes.ts';

/**
 * The name of an item: a campaign that was archived, or that nobody knows, is 'Deleted campaign'; "none", and any other
 * record that nobody knows, is 'Und.'; what has no names of its own goes by its number.
 */
export function labelOf(dimension: DimensionKey, id: ItemId, attributes: Attributes): string {
  const { names, source } = dimensionOf(dimension);
  if (id === 0 || id === '') return TEXT.unnamed;
  if (source.kind === 'time' || typeof id === 'string') return String(id);
  if (names === null) return `#${id}`;
  const known = attributes.names(names).get(id);
  if (names === 'campaign') return campaignLabel(known && !known.archived ? [{ id, name: known.name }] : [], id);
  return selectionLabel(known?.name);
}
