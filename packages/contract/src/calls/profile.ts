/** People's own settings and sessions. Admins also see the sessions and the Google account of others. */
import { z } from 'zod';
import { user } from '../entities/user.ts';
import { profilePatch, sessionRowSchema } from '../workplace/people/profile.ts';
import { personSchema } from '../workplace/people/sign-in.ts';
import { defineCall } from './define-call.ts';
import { readPreferenceHead, savePreferenceHead } from './first-screen.ts';

const tag = 'Profile';
const own = { access: 'signedIn', rows: 'own' } as const;
const ofPerson = { of: user, parameter: 'user' } as const;
const byUuid = z.object({ id: z.uuid() });
const personParams = z.object({ user: z.coerce.number<number>().int().positive() });
const preferenceParams = z.object({ key: z.string().regex(/^[a-zA-Z0-9:_-]{1,120}$/) });

export const readProfile = defineCall({
  name: 'readProfile',
  summary: 'The person who calls.',
  tag,
  method: 'GET',
  path: 'profile',
  ...own,
  answer: personSchema,
});

export const changeProfile = defineCall({
  name: 'changeProfile',
  summary:
    'Sets the time zone, the home tab, the first day of the week, the number format or the currency of the statistics of the person who calls.',
  tag,
  method: 'PATCH',
  path: 'profile',
  ...own,
  body: profilePatch,
  answer: personSchema.pick({
    timeZone: true,
    homeTab: true,
    weekStart: true,
    numberFormat: true,
    displayCurrency: true,
  }),
});

export const listOwnSessions = defineCall({
  name: 'listOwnSessions',
  summary: 'Where the person who calls is signed in, the last used first.',
  tag,
  method: 'GET',
  path: 'profile/sessions',
  ...own,
  answer: z.array(sessionRowSchema),
});

export const endOwnSession = defineCall({
  name: 'endOwnSession',
  summary: 'Ends one of the sessions of the person who calls.',
  tag,
  method: 'DELETE',
  path: 'profile/sessions/:id',
  ...own,
  params: byUuid,
});

export const listSessions = defineCall({
  name: 'listSessions',
  summary: 'Where a person is signed in, the last used first.',
  tag,
  method: 'GET',
  path: 'users/:user/sessions',
  access: { routes: ['usersEdit'], action: 'view' },
  rows: ofPerson,
  params: personParams,
  answer: z.array(sessionRowSchema),
});

export const endSession = defineCall({
  name: 'endSession',
  summary: 'Ends one of the sessions of a person.',
  tag,
  method: 'DELETE',
  path: 'users/:user/sessions/:id',
  access: { routes: ['usersEdit'], action: 'add' },
  rows: ofPerson,
  params: personParams.extend(byUuid.shape),
});

export const readGoogleAccount = defineCall({
  name: 'readGoogleAccount',
  summary: 'When the Google account of a person was linked; null if none is.',
  tag,
  method: 'GET',
  path: 'users/:user/google-account',
  access: { routes: ['usersEdit'], action: 'view' },
  rows: ofPerson,
  params: personParams,
  answer: z.object({ linkedAt: z.iso.datetime().nullable() }),
});

export const unlinkGoogleAccount = defineCall({
  name: 'unlinkGoogleAccount',
  summary: 'Lets another Google account with the address of a person sign in.',
  tag,
  method: 'DELETE',
  path: 'users/:user/google-account',
  access: { routes: ['usersEdit'], action: 'add' },
  rows: ofPerson,
  params: personParams,
});

export const readPreference = defineCall({
  ...readPreferenceHead,
  summary: 'What the screens keep for the person who calls under a name; null if nothing was kept.',
  tag,
  ...own,
  params: preferenceParams,
  answer: z.json(),
});

export const savePreference = defineCall({
  ...savePreferenceHead,
  summary: 'Keeps a value for the person who calls under a name.',
  tag,
  ...own,
  params: preferenceParams,
  body: z.strictObject({ value: z.json() }),
});
