/** Tables with hand-written queries. Tables of entities are read through `records`, which knows their columns. */
import type { KeyScope } from '@signpost/contract/access/api-keys.ts';
import type { Grade } from '@signpost/contract/access/grades.ts';
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';

interface UsersTable {
  id: Generated<number>;
  name: string;
  email: string;
  grade: Grade;
  includedPaths: string[];
  excludedPaths: string[];
  publisherId: number | null;
  timeZone: Generated<string>;
  homeTab: string | null;
  lastSeenAt: Date | null;
  archivedAt: Date | null;
  version: Generated<number>;
}

interface SessionsTable {
  id: string;
  userId: number;
  tokenHash: Buffer;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  userAgent: string;
}

interface ApiKeysTable {
  id: string;
  userId: number;
  name: string;
  tokenHash: Buffer;
  hint: string;
  scope: KeyScope;
  addressRanges: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

interface ApiKeyNetworksTable {
  keyId: string;
  network: string;
  firstUsedAt: Date;
  lastUsedAt: Date;
}

interface AuditTable {
  id: number;
  at: Date;
  userId: number | null;
  entity: string;
  recordId: number;
  action: 'create' | 'update' | 'archive' | 'restore' | 'effect';
  version: number;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
  requestId: string | null;
  previousHash: Buffer;
  hash: Buffer;
}

interface SavedViewsTable {
  id: Generated<number>;
  userId: number;
  screen: string;
  name: string;
  query: string;
  shared: boolean;
  createdAt: Generated<Date>;
}

export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  apiKeys: ApiKeysTable;
  apiKeyNetworks: ApiKeyNetworksTable;
  audit: AuditTable;
  savedViews: SavedViewsTable;
  preferences: { userId: number; key: string; value: string };
  signInWhitelist: {
    id: Generated<number>;
    pattern: string;
    createdAt: Generated<Date>;
    archivedAt: Generated<Date | null>;
  };
  taggings: { entity: string; recordId: number; tagId: number };
  idempotency: {
    userId: number;
    key: string;
    bodyHash: Buffer;
    status: number;
    answer: ColumnType<unknown, string>;
    createdAt: Generated<Date>;
  };
}

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
/** A pool or a transaction: for functions that only read, or that take part in their caller's transaction. */
export type Queryable = Db | Trx;
