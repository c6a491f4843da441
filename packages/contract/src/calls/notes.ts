/** Notes on records and on statistics. */
import { z } from 'zod';
import {
  mentionableQuerySchema,
  mentionableSchema,
  newNoteSchema,
  noteChangeSchema,
  noteQuerySchema,
  noteSchema,
} from '../insight/notes/notes.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Notes';
const group = 'notes';
/** People who may see the subject of a note may read the note; the handlers check that for each note. */
const own = { access: 'signedIn', rows: 'own' } as const;

export const listNotes = defineCall({
  name: 'listNotes',
  summary: 'The notes on a record, or on the days of a statistics tab, the newest first.',
  tag,
  group,
  method: 'GET',
  path: 'notes',
  ...own,
  query: noteQuerySchema,
  answer: z.array(noteSchema),
});

export const listMentionable = defineCall({
  name: 'listMentionable',
  summary: 'The people who may read notes on a record or a statistics tab, and can therefore be mentioned.',
  tag,
  group,
  method: 'GET',
  path: 'notes/people',
  ...own,
  query: mentionableQuerySchema,
  answer: mentionableSchema,
});

export const addNote = defineCall({
  name: 'addNote',
  summary: 'Pins a note, and tells the people it mentions.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'notes',
  ...own,
  body: newNoteSchema,
  answer: noteSchema,
});

export const changeNote = defineCall({
  name: 'changeNote',
  summary: 'Edits a note of the person who calls, or resolves or reopens any note that they may read.',
  tag,
  group,
  method: 'PATCH',
  path: 'notes/:id',
  ...own,
  params: idParams,
  body: noteChangeSchema,
  answer: noteSchema,
});

export const deleteNote = defineCall({
  name: 'deleteNote',
  summary: 'Deletes a note of the person who calls.',
  tag,
  group,
  method: 'DELETE',
  path: 'notes/:id',
  ...own,
  params: idParams,
});
