/** Signing in: the data the login screen sends and receives. */
import { z } from 'zod';
import { GRADES } from '../../access/grades.ts';
import { NUMBER_FORMATS, WEEK_STARTS } from '../../dates/habits.ts';
import { keysOf } from '../../objects.ts';

export const signInBody = z.strictObject({ accessToken: z.string().min(10).max(4096) });
export const demoBody = z.strictObject({ email: z.string().min(3).max(254) });

export const signInConfigSchema = z.object({
  /** null if Google sign-in is not configured. */
  googleClientId: z.string().nullable(),
  googleAuthUrl: z.string(),
  demo: z.boolean(),
  demoPeople: z.array(z.object({ email: z.string(), name: z.string(), grade: z.enum(GRADES) })),
});
export type SignInConfig = z.infer<typeof signInConfigSchema>;

/** The person as the browser knows them. It only shapes menus; the server decides about access. */
export const personSchema = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  grade: z.enum(GRADES),
  includedPaths: z.array(z.string()),
  excludedPaths: z.array(z.string()),
  timeZone: z.string(),
  homeTab: z.string().nullable(),
  weekStart: z.enum(WEEK_STARTS),
  /** Null: as the browser writes them. */
  numberFormat: z.enum(keysOf(NUMBER_FORMATS)).nullable(),
  /** The currency in which the person sees the statistics; null for the base currency. */
  displayCurrency: z.string().nullable(),
});
export type Person = z.infer<typeof personSchema>;

export const signedInSchema = z.object({
  token: z.string(),
  user: personSchema,
  /** Whether this is the demo. Its Home suggests what to try. */
  demo: z.boolean(),
  /** The currency of all amounts that name no other one. */
  baseCurrency: z.string(),
});
export type SignedIn = z.infer<typeof signedInSchema>;
