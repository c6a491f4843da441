/** Every entity by name. A list of its own, so that fields can refer to entities without a circle of types. */
export const ENTITY_NAMES = [
  'affiliateNetwork',
  'campaign',
  'campaignBox',
  'category',
  'client',
  'domain',
  'geo',
  'integration',
  'offer',
  'partner',
  'partnerType',
  'product',
  'publisher',
  'referralCode',
  'tag',
  'trafficSource',
  'user',
  'website',
] as const;
export type EntityName = (typeof ENTITY_NAMES)[number];
