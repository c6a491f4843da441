/** Labels of the items whose ids are texts. */
import { campaignBox } from '../entities/campaign-box.ts';
import type { DimensionKey } from '../insight/stats/dimensions.ts';

/** The label of a text item: that of a choice where its ids are the values of one, otherwise the text itself. */
export function textItemLabel(key: DimensionKey, id: string): string {
  if (key !== 'native_box_type') return id;
  const { options } = campaignBox.fields.nativeBoxType;
  return options.find(({ value }) => value === id)?.label ?? id;
}
