/** The CTA label that a visitor sees (docs/product/pages.md#cta-labels). */

/** A box with its CTA labels: by campaign, and by offer. */
export interface Labelled {
  readonly id: number;
  readonly campaignLabels: ReadonlyMap<number, string>;
  readonly offerLabels: ReadonlyMap<number, string>;
}

/** The label that a box gives to a campaign in its allocation, otherwise to the offer; '' for none. */
export function ctaOf(box: Labelled | null | undefined, campaignId: number, offerId: number): string {
  return box?.campaignLabels.get(campaignId) ?? box?.offerLabels.get(offerId) ?? '';
}

type LabelRow<K extends string> = { readonly [key in K]: number } & { readonly ctaLabel?: string | undefined };

/** The labels of a box by the id of what they belong to. */
export function labelsBy<K extends string>(key: K, rows: readonly LabelRow<K>[]): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  for (const row of rows) if (row.ctaLabel && !labels.has(row[key])) labels.set(row[key], row.ctaLabel);
  return labels;
}
