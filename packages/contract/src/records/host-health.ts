/** The result of a host check: DNS, certificate and answer. */
import { z } from 'zod';

export interface HostCheck {
  host: string;
  at: string;
  /** The status of its answer over HTTPS; null if there was none. */
  http: number | null;
  certificateUntil: string | null;
  ms: number;
  /** The problem in words; null if there is none. */
  problem: string | null;
}

/** A certificate that ends sooner is a problem. */
export const CERTIFICATE_DAYS = 14;
/** How often hosts are checked automatically. */
export const CHECK_EVERY_HOURS = 24;

export const hostSchema = z.object({ host: z.string().trim().toLowerCase().min(1).max(253) });
