/** Keys of the API: a program calls with one as the person who made it, within the scope of the key. */
import { z } from 'zod';
import type { CallAccess, CallRows } from '../calls/define-call.ts';
import type { EntityDefinition } from '../define/entity.ts';
import { addressRange } from './address-range.ts';

/** How a key begins, by which it is told from a session's token, and found where it leaked. */
export const API_KEY_PREFIX = 'sp_';

/** Days after which a key opens nothing any more. */
export const API_KEY_DAYS = [30, 90, 365] as const;

/** Most keys of one person that hold at a time. */
export const MAX_API_KEYS = 20;

export const MAX_API_KEY_NAME = 80;
export const MAX_API_KEY_RANGES = 20;

/** What a key may do at most; its person's grade narrows it further. */
export const KEY_SCOPES = ['read', 'change'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export const KEY_SCOPE_LABELS: Readonly<Record<KeyScope, string>> = {
  read: 'Read statistics and lists',
  change: 'Read and change records',
};
export const KEY_LIMITS =
  'No key gives access to users, the whitelist, API keys, sessions, secrets, the persons behind leads or approvals.';

/**
 * Addresses below `/api/` that no key reaches, whatever its scope and the grade of its person. Each entry covers every
 * address below it; `:` stands for any segment.
 */
export const FORBIDDEN_TO_KEYS: readonly string[] = [
  // People, and what names them.
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
  // Secrets, and calls that answer with them or are signed with them.
  'partners/:/postback',
  'websites/:/lead-key',
  'robot-partners/:/test',
  // Persons behind leads.
  'leads/:/person',
  'leads/search-person',
  // Approvals.
  'deal-proposals',
  'options/deal-proposals',
];

function isBelow(path: string, entry: string): boolean {
  const given = path.split('/');
  return entry.split('/').every((segment, at) => segment === ':' || segment === given[at]);
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
 * Whether a key of this scope may make a call that its person may make. A reading key makes GET calls and nothing else. A
 * record that has a secret field is never written by a key: whoever changes where it is sent could read the secret.
 */
export function mayUseKey(scope: KeyScope, { method, url, access, rows }: KeyCall): boolean {
  const path = url.replace(/^\/api\//, '');
  if (FORBIDDEN_TO_KEYS.some((entry) => isBelow(path, entry))) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  // One's own time zone and start screen belong to a person, not to a program.
  if (scope !== 'change' || path === 'profile') return false;
  const written = [
    typeof access === 'object' && 'record' in access ? access.record : undefined,
    typeof rows === 'object' ? rows.of : undefined,
  ];
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

/** A network that a key was used from: the first 24 bits of an IPv4 address, 48 of an IPv6 address. */
export interface KeyNetwork {
  network: string;
  firstUsedAt: string;
  lastUsedAt: string;
  /** Seen for the first time lately, when the key had been used from elsewhere before. */
  isNew: boolean;
}

/** A network counts as new for so many days. */
export const NEW_NETWORK_DAYS = 7;
/** Most networks that are kept for a key, the last used ones. */
export const MAX_KEY_NETWORKS = 10;

/** A key as it is listed: never the key itself. */
export interface ApiKeyRow {
  id: string;
  name: string;
  /** Its last four letters. */
  hint: string;
  scope: KeyScope;
  /** Empty: it may be used from every address. */
  addressRanges: string[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
  /** The last used first. */
  networks: KeyNetwork[];
}

/** A key just made; `key` is told this once. */
export interface MadeApiKey extends ApiKeyRow {
  key: string;
}
