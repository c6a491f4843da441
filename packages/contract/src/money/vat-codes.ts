/** The codes that documents and the VAT table share. */

/** The codes of EN 16931: standard rate, reverse charge, not subject to VAT, exempt. */
export const VAT_CATEGORIES = ['S', 'AE', 'O', 'E'] as const;

export const VAT_TREATMENTS = [
  'domestic',
  'reverseCharge',
  'outsideEu',
  'outsideEuConsumer',
  'abroad',
  'smallBusiness',
  'smallBusinessOutsideEu',
  'euConsumer',
  'privateSeller',
] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
