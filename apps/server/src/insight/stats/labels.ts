/** The current names of items. */

import { type DimensionKey, dimensionOf, type ItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { campaignLabel, selectionLabel } from '@signpost/contract/records/labels.ts';
import { textItemLabel } from '@signpost/contract/records/text-items.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { Attributes } from './attributes.ts';

/** The ids of a dimension's items that have a name, in the order of their names; empty if its items have none. */
export function idsWithNames(dimension: DimensionKey, attributes: Attributes): number[] {
  const { names } = dimensionOf(dimension);
  if (names === null) return [];
  return [...attributes.names(names).keys()];
}

/**
 * The name of an item. Archived records keep their names. An unknown campaign is 'Deleted campaign'; "none" and any other
 * unknown record are 'Und.'; items without names are shown by their number.
 */
export function labelOf(dimension: DimensionKey, id: ItemId, attributes: Attributes): string {
  const { names, source } = dimensionOf(dimension);
  if (id === 0 || id === '') return TEXT.unnamed;
  if (typeof id === 'string') return textItemLabel(dimension, id);
  if (source.kind === 'time') return String(id);
  if (names === null) return `#${id}`;
  const name = attributes.names(names).get(id);
  if (names === 'campaign') return campaignLabel(name === undefined ? [] : [{ id, name }], id);
  return selectionLabel(name);
}
