/** What an item is called now. */
import { selectionLabel } from '@signpost/contract/labels.ts';
import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/stats/dimensions.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { Attributes } from './attributes.ts';

/** The name of an item: 'Und.' for "none", 'Deleted campaign' for a campaign nobody knows, its id for anything else. */
export function labelOf(dimension: DimensionKey, id: ItemId, attributes: Attributes): string {
  const { names, source } = dimensionOf(dimension);
  if (id === 0 || id === '') return TEXT.unnamed;
  if (source.kind === 'time' || typeof id === 'string') return String(id);
  if (names === null) return `#${id}`;
  const name = attributes.names(names).get(id);
  if (name !== undefined) return selectionLabel(name);
  return names === 'campaign' ? TEXT.deletedCampaign : `#${id}`;
}
