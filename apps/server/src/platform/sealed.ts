/**
 * Every column that the vault has sealed, and the keyed hashes beside it: what `npm run rotate-key` seals again. A column
 * that is missing here would be unreadable afterwards, so a test compares the list with the tables.
 */
import { createHash } from 'node:crypto';
import { isObject } from '@signpost/contract/objects.ts';
import { phoneKey } from '@signpost/contract/partners/leads/lead.ts';
import { addressKey } from './address-forms.ts';

/** The purposes for which values are sealed or hashed. A purpose never changes, because stored values depend on it. */
export const PURPOSES = {
  postbackKey: 'postback key',
  postbackSecret: 'postback secret',
  leadPerson: 'lead person',
  leadEmail: 'lead email',
  leadPhone: 'lead phone',
  channel: 'notification channel',
  staffPush: 'push keys',
  sitePush: 'site push keys',
  refusedPostback: 'refused postback',
  refusedLead: 'refused lead',
} as const;

/** A keyed hash beside a sealed value: of which text, or null for none. */
interface HashColumn {
  column: string;
  purpose: string;
  textOf(opened: unknown): string | null;
}

export interface SealedColumn {
  table: string;
  key: { column: string; type: 'bigint' | 'boolean' };
  column: string;
  purpose: string;
  /** Of the opened value, which is JSON where there are hashes. */
  hashes: readonly HashColumn[];
}

const textIn = (opened: unknown, name: string): string | null => {
  const value = isObject(opened) ? opened[name] : null;
  if (typeof value === 'string') return value;
  return null;
};

/** Tells one target of a person from another, without its secret. */
export const channelIdentity = (entered: object): string =>
  createHash('sha256').update(JSON.stringify(entered)).digest('hex');

const bigint = (column: string) => ({ column, type: 'bigint' }) as const;

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'partner_postbacks',
    key: bigint('partner_id'),
    column: 'key_sealed',
    purpose: PURPOSES.postbackKey,
    hashes: [],
  },
  {
    table: 'partner_postbacks',
    key: bigint('partner_id'),
    column: 'secret_sealed',
    purpose: PURPOSES.postbackSecret,
    hashes: [],
  },
  {
    table: 'lead_persons',
    key: bigint('lead_id'),
    column: 'sealed',
    purpose: PURPOSES.leadPerson,
    hashes: [
      {
        column: 'email_index',
        purpose: PURPOSES.leadEmail,
        textOf(opened) {
          const email = textIn(opened, 'email');
          if (email === null) return null;
          return addressKey(email);
        },
      },
      {
        column: 'phone_index',
        purpose: PURPOSES.leadPhone,
        textOf(opened) {
          const phone = textIn(opened, 'phone');
          if (phone === null) return null;
          return phoneKey(phone);
        },
      },
    ],
  },
  {
    table: 'notification_channels',
    key: bigint('id'),
    column: 'target_sealed',
    purpose: PURPOSES.channel,
    hashes: [
      {
        column: 'target_index',
        purpose: PURPOSES.channel,
        textOf(opened) {
          if (!isObject(opened)) return null;
          const { secret: _, ...entered } = opened;
          return channelIdentity(entered);
        },
      },
    ],
  },
  {
    table: 'push_keys',
    key: { column: 'is_only', type: 'boolean' },
    column: 'private_sealed',
    purpose: PURPOSES.staffPush,
    hashes: [],
  },
  {
    table: 'site_push_keys',
    key: bigint('id'),
    column: 'private_sealed',
    purpose: PURPOSES.sitePush,
    hashes: [],
  },
  {
    table: 'postback_refusals',
    key: bigint('id'),
    column: 'sealed',
    purpose: PURPOSES.refusedPostback,
    hashes: [],
  },
  {
    table: 'lead_refusals',
    key: bigint('id'),
    column: 'sealed',
    purpose: PURPOSES.refusedLead,
    hashes: [],
  },
];
