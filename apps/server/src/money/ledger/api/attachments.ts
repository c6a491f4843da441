/** PDF files of manual transactions: kept as they were uploaded, and shown to whoever sees an entry with them. */

import { createHash, randomBytes } from 'node:crypto';
import { mayDo } from '@signpost/contract/access/access.ts';
import { downloadAttachment, uploadAttachment } from '@signpost/contract/calls/attachments.ts';
import { attachmentPath } from '@signpost/contract/define/image.ts';
import { manualTransaction } from '@signpost/contract/entities/manual-transaction.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { ATTACHMENT_BYTES } from '@signpost/contract/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { disposition, storedName } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import { isPdf, readUpload } from '../../../http/upload.ts';
import { readRows } from '../../../platform/rows.ts';
import { rowFilter } from '../../../workplace/records/scope.ts';

const NOT_A_PDF = 'This file is not a PDF.';
/** A file name without characters that end a header or lead out of a folder. */
const fileRow = z.object({ name: z.string(), body: z.instanceof(Buffer) });

export function attachmentRoutes(app: App, { db, clock }: Deps): void {
  handle(
    app,
    uploadAttachment,
    async ({ request, viewer, reply }) => {
      const { part, bytes } = await readUpload(request, { fileSize: ATTACHMENT_BYTES, files: 1, fields: 0 });
      if (!isPdf(bytes)) throw invalid('file', NOT_A_PDF);
      const id = randomBytes(16).toString('hex');
      const name = storedName(part.filename);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await db
        .insertInto('attachments')
        .values({ id, name, body: bytes, sha256, addedBy: viewer.id, addedAt: clock.now() })
        .execute();
      reply.code(201);
      return { position: 0, file: null, value: name, path: attachmentPath(id), small: null, deleted: false };
    },
    { bodyLimit: ATTACHMENT_BYTES + 64 * 1024 },
  );

  handle(app, downloadAttachment, async ({ params: { id }, viewer, reply }) => {
    // People who may only add entries see their own uploads.
    const seesEntries = mayDo(viewer, manualTransaction, 'read')
      ? (rowFilter(manualTransaction, viewer) ?? sql`true`)
      : sql`false`;
    const shows = JSON.stringify([{ path: attachmentPath(id) }]);
    const [file] = await readRows(
      db,
      fileRow,
      sql`SELECT a.name, a.body FROM attachments a WHERE a.id = ${id} AND (a.added_by = ${viewer.id} OR EXISTS (
        SELECT FROM manual_transactions t
        WHERE t.attachments @> ${shows}::jsonb AND ${seesEntries}))`,
    );
    if (file === undefined) throw new AppError('ITEM_NOT_FOUND');
    return await reply
      .type('application/pdf')
      .header('content-disposition', disposition('inline', file.name, `attachment-${id}.pdf`))
      .header('cache-control', 'private, no-store')
      // A file of a stranger is never run in the app's origin.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(file.body);
  });
}
