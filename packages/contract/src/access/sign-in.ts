/** Signing in: what the login screen asks and gets. */
import { z } from 'zod';
import type { Grade } from './grades.ts';

export const signInBody = z.strictObject({ accessToken: z.string().min(10).max(4096) });
export const demoBody = z.strictObject({ email: z.string().min(3).max(254) });

export interface SignInConfig {
  /** null where Google sign-in is not set up. */
  googleClientId: string | null;
  googleAuthUrl: string;
  demo: boolean;
  demoPeople: { email: string; name: string; grade: Grade }[];
}

/** The person as the browser knows them: shapes menus only; the server decides. */
export interface Person {
  id: number;
  name: string;
  email: string;
  grade: Grade;
  includedPaths: string[];
  excludedPaths: string[];
  timeZone: string;
  homeTab: string | null;
}

export interface SignedIn {
  token: string;
  user: Person;
}
