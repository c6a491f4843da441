/** A person's keys of the API. */
import { z } from 'zod';
import { user } from '../entities/user.ts';
import { apiKeyBody, apiKeyRowSchema, madeApiKeySchema } from './api-key-access.ts';
import { defineCall } from './define-call.ts';

const tag = 'Profile';
const own = { access: 'signedIn', rows: 'own' } as const;
const ofPerson = { of: user, parameter: 'user' } as const;
const byUuid = z.object({ id: z.uuid() });
const personParams = z.object({ user: z.coerce.number<number>().int().positive() });

export const listOwnApiKeys = defineCall({
  name: 'listOwnApiKeys',
  summary: 'The valid keys of the person who calls, the newest first.',
  tag,
  method: 'GET',
  path: 'profile/api-keys',
  ...own,
  answer: z.array(apiKeyRowSchema),
});

export const makeApiKey = defineCall({
  name: 'makeApiKey',
  summary: 'Makes a key for the person who calls. Only this answer contains the key itself.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'profile/api-keys',
  ...own,
  body: apiKeyBody,
  answer: madeApiKeySchema,
});

export const endOwnApiKey = defineCall({
  name: 'endOwnApiKey',
  summary: 'Ends one of the keys of the person who calls.',
  tag,
  method: 'DELETE',
  path: 'profile/api-keys/:id',
  ...own,
  params: byUuid,
});

export const listApiKeys = defineCall({
  name: 'listApiKeys',
  summary: 'The valid keys of a person, the newest first.',
  tag,
  method: 'GET',
  path: 'users/:user/api-keys',
  access: { routes: ['usersEdit'], action: 'view' },
  rows: ofPerson,
  params: personParams,
  answer: z.array(apiKeyRowSchema),
});

export const endApiKey = defineCall({
  name: 'endApiKey',
  summary: 'Ends one of the keys of a person.',
  tag,
  method: 'DELETE',
  path: 'users/:user/api-keys/:id',
  access: { routes: ['usersEdit'], action: 'add' },
  rows: ofPerson,
  params: personParams.extend(byUuid.shape),
});
