/** How a host did when it was looked at: name, certificate, answer. */
import { z } from 'zod';

export interface HostCheck {
  host: string;
  at: string;
  /** The status of its answer over HTTPS; null where it gave none. */
  http: number | null;
  certificateUntil: string | null;
  ms: number;
  /** What is wrong, in words; null where all is well. */
  problem: string | null;
}

/** A certificate that ends sooner is a problem. */
export const CERTIFICATE_DAYS = 14;
/** How often hosts are looked at by themselves. */
export const CHECK_EVERY_HOURS = 24;

export const hostSchema = z.object({ host: z.string().trim().toLowerCase().min(1).max(253) });
