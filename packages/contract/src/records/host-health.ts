/** How a host did when it was looked at: name, certificate, answer. */
import { z } from 'zod';

export const hostCheckSchema = z.object({
  host: z.string(),
  at: z.iso.datetime(),
  /** The status of its answer over HTTPS; null where it gave none. */
  http: z.number().nullable(),
  certificateUntil: z.iso.datetime().nullable(),
  ms: z.number(),
  /** What is wrong, in words; null where all is well. */
  problem: z.string().nullable(),
});
export type HostCheck = z.infer<typeof hostCheckSchema>;

/** A certificate that ends sooner is a problem. */
export const CERTIFICATE_DAYS = 14;
/** How often hosts are looked at by themselves. */
export const CHECK_EVERY_HOURS = 24;

export const hostSchema = z.object({ host: z.string().trim().toLowerCase().min(1).max(253) });
