/** Hosts that send visitors and have no owner yet. */
import { z } from 'zod';

/** A host with the traffic of the last days. */
export const unknownHostSchema = z.object({
  host: z.string(),
  visits: z.number(),
  /** Instant of the last visit. */
  lastAt: z.iso.datetime(),
});
export type UnknownHost = z.infer<typeof unknownHostSchema>;

export const UNKNOWN_DAYS = 30;
export const UNKNOWN_MAX = 500;

const id = z.number().int().positive().nullable();

/** The new owner of these hosts; at least one of the three. */
export const assignHostsSchema = z
  .strictObject({
    hosts: z.array(z.string().min(1).max(253)).min(1).max(UNKNOWN_MAX),
    publisherId: id.default(null),
    trafficSourceId: id.default(null),
    websiteId: id.default(null),
  })
  .refine(({ publisherId, trafficSourceId, websiteId }) => publisherId ?? trafficSourceId ?? websiteId, {
    path: ['publisherId'],
    message: 'Choose a publisher, a traffic source or a website.',
  });
