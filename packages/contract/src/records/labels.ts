/** Names for items without a name, and for the one item that is displayed under another name than the stored one. */
import { TEXT } from '../texts.ts';

type Named = Readonly<{ id: number | string; name: string }>;

/** A campaign's name; an unknown id is 'Deleted campaign'. */
export function campaignLabel(campaigns: Iterable<Named>, id: number | string): string {
  for (const campaign of campaigns) if (String(campaign.id) === String(id)) return selectionLabel(campaign.name);
  return TEXT.deletedCampaign;
}

/** The name of a selection; one without a name is 'Und.'. */
export function selectionLabel(name: string | null | undefined): string {
  if (name === null || name === undefined || name.trim() === '') return TEXT.unnamed;
  return name;
}

/** The costs tab shows the category 'Regulated Crypto' as 'Crypto Affiliation'. */
export function costsCategoryLabel(name: string): string {
  if (name === 'Regulated Crypto') return 'Crypto Affiliation';
  return name;
}

/** The name that a tab displays for an item: the costs tab (the one with tagged rows) renames a category and a tag. */
export function itemLabelIn(tab: { rows?: string | undefined }, dimension: string, name: string): string {
  if (tab.rows === 'withTagged' && (dimension === 'category' || dimension === 'tag')) return costsCategoryLabel(name);
  return name;
}

/** Yes or No for a toggle. */
export function toggleLabel(value: boolean): string {
  if (value) return TEXT.yes;
  return TEXT.no;
}
