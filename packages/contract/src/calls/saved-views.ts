/** Saved views: a named query of a screen, private or shared with everyone who can open the screen. */
import { z } from 'zod';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Saved views';
const ofScreen = z.object({ screen: z.string().max(64) });

export const savedViewBody = z.strictObject({
  screen: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** The query string of the screen. */
  query: z.string().max(8000),
  shared: z.boolean().default(false),
});

const savedView = z.object({
  id: z.number(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** The name of the person who saved it. */
  owner: z.string(),
  own: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const listSavedViews = defineCall({
  name: 'listSavedViews',
  summary:
    "The viewer's own views of a screen and the shared views of others; without a screen, their own views of all screens.",
  tag,
  method: 'GET',
  path: 'views',
  access: 'signedIn',
  rows: 'own',
  query: ofScreen.partial(),
  answer: z.array(savedView),
});

export const getSavedView = defineCall({
  name: 'getSavedView',
  summary: 'One view of a screen.',
  tag,
  method: 'GET',
  path: 'views/:id',
  access: 'signedIn',
  rows: 'own',
  params: idParams,
  query: ofScreen,
  answer: savedView,
});

export const saveView = defineCall({
  name: 'saveView',
  summary: 'Saves a view, or replaces the viewer’s own view with the same name.',
  tag,
  method: 'PUT',
  path: 'views',
  access: 'signedIn',
  rows: 'own',
  body: savedViewBody,
  answer: z.object({ id: z.number() }),
});

export const deleteSavedView = defineCall({
  name: 'deleteSavedView',
  summary: "Deletes one of the viewer's own views.",
  tag,
  method: 'DELETE',
  path: 'views/:id',
  access: 'signedIn',
  rows: 'own',
  params: idParams,
});
