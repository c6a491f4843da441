/** Keeping a sheet equal with a Google sheet: the server plans, the browser carries out, the server confirms. */
import { z } from 'zod';
import { googleReadSchema, spreadsheetIdSchema } from '../sheets/google/read.ts';
import { syncConflictSchema, syncPlanSchema } from '../sheets/google/sync.ts';
import { SHEET_ROWS_MAX } from '../sheets/sheet.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Box sheets';
const group = 'boxSheet';
const view = {
  access: { routes: ['sheets', 'sheetsEdit', 'seoSheets', 'unprocessedRequests'], action: 'view' },
  rows: 'staff',
} as const;
const write = {
  access: { routes: ['sheetsAdd', 'sheetsEdit', 'seoSheetsAdd'], action: 'add' },
  rows: 'staff',
} as const;

export const readSheetGoogle = defineCall({
  name: 'readSheetGoogle',
  summary: 'Whether Google sheets can be used, and the Google sheet that a sheet is kept equal with.',
  tag,
  group,
  method: 'GET',
  path: 'sheets/:id/google',
  ...view,
  params: idParams,
  answer: z.object({
    /** Null if Google sign-in is not set up. */
    setup: z.object({ clientId: z.string(), authUrl: z.string(), sheetsUrl: z.string() }).nullable(),
    link: z
      .object({
        spreadsheetId: z.string(),
        tabId: z.number(),
        title: z.string(),
        syncedAt: z.iso.datetime().nullable(),
        syncedBy: z.string().nullable(),
        /** Whether a plan was given to a browser, and nobody knows yet whether Google has carried it out. */
        isOpen: z.boolean(),
        conflicts: z.array(syncConflictSchema),
      })
      .nullable(),
    /** Whether the viewer may connect and sync. */
    maySync: z.boolean(),
  }),
});

export const connectSheetGoogle = defineCall({
  name: 'connectSheetGoogle',
  summary: 'Connects a sheet with a tab of a Google sheet. Rows follow with the first sync.',
  tag,
  group,
  method: 'PUT',
  path: 'sheets/:id/google',
  ...write,
  params: idParams,
  body: z.strictObject({
    spreadsheetId: spreadsheetIdSchema,
    tabId: z.int().nonnegative().max(2_147_483_647),
    title: z.string().max(500),
  }),
});

export const disconnectSheetGoogle = defineCall({
  name: 'disconnectSheetGoogle',
  summary: 'Ends the connection. Both sheets keep their rows.',
  tag,
  group,
  method: 'DELETE',
  path: 'sheets/:id/google',
  ...write,
  params: idParams,
});

export const planSheetSync = defineCall({
  name: 'planSheetSync',
  summary: 'Merges what was read from Google, and answers with what the browser has to write there.',
  tag,
  group,
  method: 'POST',
  repeat: 'anew',
  path: 'sheets/:id/google/plans',
  ...write,
  params: idParams,
  body: z.strictObject({ read: googleReadSchema }),
  answer: syncPlanSchema,
});

export const confirmSheetSync = defineCall({
  name: 'confirmSheetSync',
  summary: 'Confirms that Google has carried out a plan.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/google/confirm',
  ...write,
  params: idParams,
  body: z.strictObject({ planId: z.uuid() }),
});

export const decideSheetConflicts = defineCall({
  name: 'decideSheetConflicts',
  summary: 'Decides conflicts with Google: which of both texts stays.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'sheets/:id/google/decide',
  ...write,
  params: idParams,
  body: z.strictObject({
    choices: z
      .array(
        z.strictObject({
          key: z.uuid(),
          column: z.string().max(60),
          take: z.enum(['ours', 'theirs']),
          /** The text in Google when the person chose; the person has to decide again about a newer text. */
          theirs: z.string().nullable(),
        }),
      )
      .min(1)
      .max(SHEET_ROWS_MAX),
  }),
});
