/** How long each kind of personal data is kept (docs/product/data-protection.md). */
import { z } from 'zod';
import { keysOf } from '../objects.ts';

export const RETENTION = {
  visitorAddresses: {
    label: 'Addresses of people who sent a form',
    holds: 'The IP address that is sealed with a lead.',
    effect: 'The last part of the address is removed: 203.0.113.7 becomes 203.0.113.0/24. The rest of the lead stays.',
    rows: 'leads',
    defaultDays: null,
  },
  leadPersons: {
    label: 'Persons behind leads',
    holds: 'Name, e-mail, phone, address and answers of a form, and the hashes by which they are found.',
    effect: 'They are erased. The lead stays with its status, dates, deal and click, so that all numbers stay.',
    rows: 'leads',
    defaultDays: null,
  },
  rawPostbacks: {
    label: 'Raw postbacks',
    holds: 'The request of each reported transaction: parameters, address and program of the caller.',
    effect: 'The request is emptied. The transaction and what it counts stay.',
    rows: 'transactions',
    defaultDays: null,
  },
  refusals: {
    label: 'Refused postbacks and leads',
    holds: 'Requests of partners and landers that could not be used, with their content and address.',
    effect: 'They are removed.',
    rows: 'refused postbacks and leads',
    defaultDays: 180,
  },
  clickParameters: {
    label: 'Parameters of clicks',
    holds:
      'Click ids of ad platforms and other parameters that links carried; addresses of persons are masked when they arrive.',
    effect:
      'They are removed. The click stays with everything that is counted. Conversions can no longer be reported to the ad platform.',
    rows: 'clicks',
    defaultDays: 180,
  },
  sessions: {
    label: 'Ended sessions',
    holds: 'When a person of the company was signed in, and with which browser.',
    effect: 'They are removed. The audit trail keeps who signed in and when.',
    rows: 'sessions',
    defaultDays: 30,
  },
} as const satisfies Record<
  string,
  { label: string; holds: string; effect: string; rows: string; defaultDays: number | null }
>;
export type RetentionKind = keyof typeof RETENTION;
export const RETENTION_KINDS = keysOf(RETENTION);

/** A day at least, so that data of people who are being served is never touched; ten years at most. */
export const retentionDays = z.number().int().min(1).max(3_650);

export const retentionKind = z.enum(RETENTION_KINDS);

export const retentionSchema = z.object({
  kind: retentionKind,
  /** Null keeps the data for ever. */
  days: retentionDays.nullable(),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
  /** How many rows the next daily run would change now. */
  due: z.number(),
});
export type Retention = z.infer<typeof retentionSchema>;
