import type { Insertable } from 'kysely';
import type { Database } from '../../database.ts';

/** The settings of a person who has changed none of them. */
export const NEW_PERSON = {
  includedPaths: [],
  excludedPaths: [],
  publisherId: null,
  homeTab: null,
  numberFormat: null,
  displayCurrency: null,
  lastSeenAt: null,
  archivedAt: null,
} satisfies Partial<Insertable<Database['users']>>;
