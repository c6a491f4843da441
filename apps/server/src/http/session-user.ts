import type { KeyScope } from '@signpost/contract/api-keys.ts';
import type { Grade } from '@signpost/contract/grades.ts';

/** The signed-in person, as every call knows them. */
export interface SessionUser {
  id: number;
  /** null where a program calls with a key of the API. */
  sessionId: string | null;
  /** What the key of the API may do that the call was made with; null in a session. */
  keyScope: KeyScope | null;
  name: string;
  email: string;
  grade: Grade;
  includedPaths: string[];
  excludedPaths: string[];
  publisherId: number | null;
  timeZone: string;
  homeTab: string | null;
}

/** What is read of a person for it. */
export const USER_COLUMNS = [
  ...(['users.id', 'users.name', 'users.email', 'users.grade', 'users.includedPaths', 'users.excludedPaths'] as const),
  ...(['users.publisherId', 'users.timeZone', 'users.homeTab'] as const),
] as const;
