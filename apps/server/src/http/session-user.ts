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
