/** Signing in: the data the login screen sends and receives. */
import { z } from 'zod';
import type { Grade } from './grades.ts';

export const signInBody = z.strictObject({ accessToken: z.string().min(10).max(4096) });
export const demoBody = z.strictObject({ email: z.string().min(3).max(254) });

export interface SignInConfig {
  /** null if Google sign-in is not configured. */
  googleClientId: string | null;
  googleAuthUrl: string;
  demo: boolean;
  demoPeople: { email: string; name: string; grade: Grade }[];
}

/** The person as the browser knows them. It only shapes menus; the server decides about access. */
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
