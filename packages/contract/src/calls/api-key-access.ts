/** API keys: a program uses a key to make calls as the person who created it, within the scope of the key. */
import { z } from 'zod';
import type { EntityDefinition } from '../define/entity.ts';
import { addressRange } from '../reading/address-range.ts';
import type { CallAccess, CallRows } from './define-call.ts';

/** The prefix of every key. It tells keys from session tokens and makes leaked keys easy to find. */
export const API_KEY_PREFIX = 'sp_';

/** The lifetimes of a key, in days. */
export const API_KEY_DAYS = [30, 90, 365] as const;

/** The maximum number of valid keys per person. */
export const MAX_API_KEYS = 20;

export const MAX_API_KEY_NAME = 80;
export const MAX_API_KEY_RANGES = 20;

/** The most that a key can do. The grade of its person limits it further. */
export const KEY_SCOPES = ['read', 'change'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export const KEY_SCOPE_LABELS: Readonly<Record<KeyScope, string>> = {
  read: 'Read statistics and lists',
  change: 'Read and change records',
};
export const KEY_LIMITS =
  'No key gives access to users, the whitelist, API keys, sessions, secrets, the persons behind leads, data protection, e-mails to publishers or approvals. No key issues or sends a document, records money, changes bank details, closes a month, sends a push, a lead, a postback or a report, changes where postbacks go, or lets a restored copy send. A key runs reports and does not change them, because they name who gets their files.';

/**
 * Addresses below `/api/` that keys cannot call, whatever their scope and the grade of their person. Each entry covers
 * every address below it; `:` matches any segment.
 */
const FORBIDDEN_TO_KEYS: readonly string[] = [
  // People and lists that name them.
  'users',
  'users-management',
  'options/users',
  'search',
  'whitelist',
  'options/whitelist',
  // Keys and sessions.
  'auth',
  'profile/api-keys',
  'profile/sessions',
  // The addresses at which people are reached, with their secrets.
  'notifications',
  'mailings',
  'mail-suppressions',
  'publisher-mails',
  'options/publisher-mails',
  'profile/mail-topics',
  // Secrets, and calls that return secrets or are signed with them.
  'partners/:/postback',
  'websites/:/lead-key',
  'robot-partners/:/test',
  // Persons behind leads.
  'leads/:/person',
  'leads/search-person',
  'data-protection',
  // Approvals.
  'deal-proposals',
  'options/deal-proposals',
  'approvals',
  'flat-fees/:/approve',
  'flat-fees/:/reject',
  // The state of the machines.
  'checks',
];

/**
 * Addresses below which a changing key makes GET calls and nothing else. Other calls below them have effects that
 * cannot be taken back: they issue or pay something, decide for another party, send something to people or partners, or
 * end a safety stop. Or they decide where money or a message goes: they set the bank details that documents print, or
 * the addresses of postbacks.
 */
const UNCHANGED_BY_KEYS: readonly string[] = [
  'documents/:/issue',
  'documents/:/send',
  'documents/:/accept',
  'documents/:/apply',
  'documents/:/write-off',
  'disputes/:/decide',
  'payments',
  'allocations',
  'transaction-additions',
  'periods',
  'legal-entities',
  'outgoing-postbacks',
  'push-notifications/:/send',
  'push-notifications/:/test',
  'push-setup',
  'leads/:/resend',
  'leads/refused/replay',
  'outgoing-deliveries/:/resend',
  // The run may be one that sends.
  'runs/:/run-again',
  'runs/services/retire',
  'outgoing-stop',
  // It decides which apps visitors may be sent to.
  'app-schemes',
  // It writes records of every kind, also of those that keys only read.
  'profile/changes/undo',
];

/** Kinds of records that only people change, although their other calls are for keys too: they decide who gets e-mails. */
const UNCHANGED_RECORDS: readonly string[] = ['reports'];

/** A report is run by whoever may list it, so only the calls that write it are meant. */
const isUnchangedRecord = (access: CallAccess | undefined): boolean =>
  typeof access === 'object' &&
  'record' in access &&
  access.verb !== 'list' &&
  access.verb !== 'read' &&
  UNCHANGED_RECORDS.includes(access.record.path);

function isBelow(path: string, entry: string): boolean {
  const segments = path.split('/');
  return entry.split('/').every((segment, at) => segment === ':' || segment === segments[at]);
}

const hasSecret = (entity: EntityDefinition): boolean =>
  Object.values(entity.fields).some((field) => field.secret === true);

interface KeyCall {
  method: string;
  /** The address as the route declares it, such as `/api/partners/:id`. */
  url: string;
  access: CallAccess | undefined;
  rows: CallRows | undefined;
}

/**
 * Whether a key of this scope may make a call that its person may make. A reading key makes GET calls and nothing else.
 * A record with a secret field is never written by a key, because a changed address would reveal the secret.
 */
export function mayUseKey(scope: KeyScope, { method, url, access, rows }: KeyCall): boolean {
  const path = url.replace(/^\/api\//, '');
  if (FORBIDDEN_TO_KEYS.some((entry) => isBelow(path, entry))) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  // The time zone and the start screen belong to a person, not to a program.
  if (scope !== 'change' || path === 'profile') return false;
  if (UNCHANGED_BY_KEYS.some((entry) => isBelow(path, entry))) return false;
  const written = [
    typeof access === 'object' && 'record' in access ? access.record : undefined,
    typeof rows === 'object' ? rows.of : undefined,
  ];
  if (isUnchangedRecord(access)) return false;
  return !written.some((entity) => entity !== undefined && hasSecret(entity));
}

export const apiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(MAX_API_KEY_NAME),
  days: z.literal(API_KEY_DAYS),
  scope: z.enum(KEY_SCOPES).default('read'),
  addressRanges: z
    .array(
      z
        .string()
        .trim()
        .refine((text) => addressRange(text) !== null, {
          error: 'Enter an address such as 203.0.113.7, or a network such as 203.0.113.0/24.',
        }),
    )
    .max(MAX_API_KEY_RANGES)
    .default([]),
});

/** A network from which a key was used: the first 24 bits of an IPv4 address, or 48 of an IPv6 address. */
const keyNetworkSchema = z.object({
  network: z.string(),
  firstUsedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether it appeared recently, after the key had been used from other networks. */
  isNew: z.boolean(),
});
export type KeyNetwork = z.infer<typeof keyNetworkSchema>;

/** The number of days for which a network counts as new. */
export const NEW_NETWORK_DAYS = 7;
/** The maximum number of networks stored per key; the most recent ones are kept. */
export const MAX_KEY_NETWORKS = 10;

/** A key as listed, without the key itself. */
export const apiKeyRowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters of the key. */
  hint: z.string(),
  scope: z.enum(KEY_SCOPES),
  /** If empty, the key can be used from every address. */
  addressRanges: z.array(z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  /** Most recently used first. */
  networks: z.array(keyNetworkSchema),
});
export type ApiKeyRow = z.infer<typeof apiKeyRowSchema>;

/** A key just created. Only this answer contains `key`. */
export const madeApiKeySchema = apiKeyRowSchema.extend({ key: z.string() });
export type MadeApiKey = z.infer<typeof madeApiKeySchema>;
