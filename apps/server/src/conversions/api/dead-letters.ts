/** Dead letters are corrected and replayed, or dropped with an audit entry. */
import { replayLetterBody } from '@signpost/contract/conversions/dead-letters.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { readRows } from '../../platform/rows.ts';
import { authorOf, recordEvent } from '../../records/change.ts';
import { mendedLine, replayLetter } from '../ship/letters.ts';

const lineRow = z.object({ line: z.string() });

/** The routes of one dead letter. */
export function deadLetterRoutes(app: App, deps: Deps): void {
  const config = {
    access: { routes: ['affiliateTransactions'], action: 'add' },
    rows: { of: deadLetter },
  } as const;
  const params = z.object({ id: z.coerce.number().int().positive() });
  const tags = ['Dead letters'];

  async function settle(
    request: Parameters<typeof viewerOf>[0],
    id: number,
    state: 'replayed' | 'dropped',
    work: (trx: Trx) => Promise<void>,
  ): Promise<void> {
    const at = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
      const rows = await readRows(
        trx,
        lineRow,
        sql`UPDATE dead_letters SET state = ${state}, updated_at = ${at},
        version = version + 1 WHERE id = ${id} AND state = 'waiting' RETURNING line`,
      );
      if (rows.length === 0) throw new AppError('ITEM_NOT_FOUND', { message: 'No such dead letter is waiting.' });
      await work(trx);
      const author = authorOf({ clock: deps.clock, actor: { viewer: viewerOf(request), requestId: request.id } });
      await recordEvent(trx, author, { entity: deadLetter, id, before: { state: 'waiting' }, after: { state } });
    });
  }

  app.post(
    '/api/dead-letters/:id/replay',
    { config, schema: { tags, params, body: replayLetterBody } },
    async (request) => {
      const mended = mendedLine(request.body.line);
      if ('problem' in mended)
        throw new AppError('VALIDATION', { errors: [{ path: 'line', message: mended.problem }] });
      await settle(request, request.params.id, 'replayed', (trx) => replayLetter(trx, request.params.id, mended));
      return ok(null);
    },
  );

  app.post('/api/dead-letters/:id/drop', { config, schema: { tags, params } }, async (request) => {
    await settle(request, request.params.id, 'dropped', async () => undefined);
    return ok(null);
  });
}
