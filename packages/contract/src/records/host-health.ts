/** The result of a host check: DNS, certificate and answer. */
import { z } from 'zod';
import { trimInvisible } from '../reading/invisible.ts';

export const hostCheckSchema = z.object({
  host: z.string(),
  at: z.iso.datetime(),
  /** The status of its answer over HTTPS; null if there was none. */
  http: z.number().nullable(),
  certificateUntil: z.iso.datetime().nullable(),
  ms: z.number(),
  /** The problem in words; null if there is none. */
  problem: z.string().nullable(),
});
export type HostCheck = z.infer<typeof hostCheckSchema>;

/** A certificate that ends sooner counts as a problem. */
export const CERTIFICATE_DAYS = 14;
/** How often hosts are checked automatically. */
export const CHECK_EVERY_HOURS = 24;

export const hostSchema = z.object({ host: z.string().overwrite(trimInvisible).toLowerCase().min(1).max(253) });
