/** Importing a partner's statistics from a file: upload, dry run, import, undo. */
import { z } from 'zod';
import { gamblingImport } from '../entities/gambling-import.ts';
import { gamblingImportSchema, importMappingSchema } from '../records/gambling-import.ts';
import { defineCall, idParams, MULTIPART } from './define-call.ts';

const tag = gamblingImport.many;
const routes = ['gamblingStatsCsvUpload'] as const;
const view = { routes, action: 'view' } as const;
const add = { routes, action: 'add' } as const;
const rows = { of: gamblingImport } as const;

export const uploadGamblingFile = defineCall({
  name: 'uploadGamblingFile',
  summary:
    'Uploads a CSV or XLSX of a partner (`partnerId`) as the first step of an import. `headerRow`: the line with the names of the columns, if it is not found; 0 for a file without one. `encoding`: the encoding of a file that is not in Unicode, if it is not detected. `importId`: the import whose file is read again and replaced, as long as nothing of it counts.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: gamblingImport.path,
  access: add,
  rows: 'staff',
  body: MULTIPART,
  answer: gamblingImportSchema,
});

export const showGamblingImport = defineCall({
  name: 'showGamblingImport',
  summary: 'An import with its columns, its first rows, and what was found in it.',
  tag,
  method: 'GET',
  path: `${gamblingImport.path}/:id/file`,
  access: view,
  rows,
  params: idParams,
  answer: gamblingImportSchema,
});

export const checkGamblingImport = defineCall({
  name: 'checkGamblingImport',
  summary: 'Starts a dry run with this assignment of columns. Nothing counts yet.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: `${gamblingImport.path}/:id/check`,
  access: add,
  rows,
  params: idParams,
  body: importMappingSchema,
  answer: gamblingImportSchema,
});

export const startGamblingImport = defineCall({
  name: 'startGamblingImport',
  summary: 'Imports the accepted rows of a checked file, all of them or none.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: `${gamblingImport.path}/:id/import`,
  access: add,
  rows,
  params: idParams,
  body: z.strictObject({ onlyGood: z.boolean() }),
  answer: gamblingImportSchema,
});

export const undoGamblingImport = defineCall({
  name: 'undoGamblingImport',
  summary: 'Reverses every row that an import has posted.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: `${gamblingImport.path}/:id/undo`,
  access: add,
  rows,
  params: idParams,
  body: z.strictObject({ because: z.string().trim().min(1).max(500) }),
  answer: gamblingImportSchema,
});
