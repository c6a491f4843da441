/** The terms of a flat fee: the approved ones, and those that count. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { z } from 'zod';

const id = z.number().nullable();

export const termsSchema = z.object({
  direction: z.enum(['paid', 'received']),
  partnerId: id,
  publisherId: id,
  websiteId: id,
  trafficSourceId: id,
  geoId: id,
  productId: id,
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  amount: z.string(),
  currency: z.string(),
});
export type Terms = z.infer<typeof termsSchema>;

/** The terms of a record. A received fee has a partner, a paid one none. */
export function termsOf(record: StoredRecord): Terms {
  const terms = termsSchema.parse({ ...record, partnerId: record.partnerId ?? null });
  if (terms.direction === 'received') return terms;
  return { ...terms, partnerId: null };
}
