/** Routes for notes. */
import { addNote, changeNote, deleteNote, listMentionable, listNotes } from '@signpost/contract/calls/notes.ts';
import { documentedMentionableQuery, documentedNoteQuery } from '@signpost/contract/insight/notes/notes.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import * as notes from '../store.ts';

export function noteRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  handle(app, listNotes, ({ viewer, query }) => notes.listNotes(db, viewer, query), {
    documentQuery: documentedNoteQuery,
  });

  handle(app, listMentionable, ({ viewer, query }) => notes.listMentionable(db, viewer, query), {
    documentQuery: documentedMentionableQuery,
  });

  handle(
    app,
    addNote,
    async ({ viewer, body, request, reply }) =>
      await answerOnce(deps, { request, reply }, (trx) => notes.addNote(trx, viewer, body, clock.now())),
  );

  handle(app, changeNote, ({ viewer, params: { id }, body }) =>
    db.transaction().execute((trx) => notes.changeNote(trx, viewer, { id, change: body, now: clock.now() })),
  );

  handle(app, deleteNote, async ({ viewer, params: { id } }) => {
    await db.transaction().execute((trx) => notes.deleteNote(trx, viewer, id, clock.now()));
    return null;
  });
}
