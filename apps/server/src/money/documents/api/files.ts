/** A document as a file, for everybody who sees it. Rendered files are made when they are asked for (docs/decisions/0201). */

import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { disposition } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { fileOf, type Rendered } from '../forms.ts';
import { readDocument } from '../store.ts';
import { findSeen } from '../view.ts';

const attachedRow = z.object({ name: z.string(), mediaType: z.string(), body: z.instanceof(Buffer) });

async function readAttached(db: Queryable, id: number): Promise<Rendered> {
  const [file] = await readRows(
    db,
    attachedRow,
    sql`SELECT name, media_type, body FROM document_files WHERE document_id = ${id} AND purpose = 'received'`,
  );
  if (file === undefined) throw new AppError('ITEM_NOT_FOUND');
  return { name: file.name, type: file.mediaType, body: file.body };
}

export function documentFileRoutes(app: App, { db, clock }: Deps): void {
  handle(app, downloadDocument, async ({ params: { id, form }, viewer, reply }) => {
    await findSeen(db, viewer, id, clock.now().toISOString().slice(0, 10));
    const file = form === 'attached' ? await readAttached(db, id) : await fileOf(await readDocument(db, id), form);
    return await reply
      .type(file.type)
      .header('content-disposition', disposition('attachment', file.name, `document-${id}.pdf`))
      .header('cache-control', 'private, no-store')
      // A file of a stranger is never run in the app's origin.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(file.body);
  });
}
