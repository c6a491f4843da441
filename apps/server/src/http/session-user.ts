import type { Grade } from '@signpost/contract/grades.ts';

/** The signed-in person, as every call knows them. */
export interface SessionUser {
  id: number;
  /** null where a program calls with a key of the API. */
  sessionId: string | null;
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
