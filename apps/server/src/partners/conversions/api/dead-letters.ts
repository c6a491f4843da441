import { dropDeadLetter, replayDeadLetter } from '@signpost/contract/calls/conversions.ts';
import { deadLetter } from '@signpost/contract/entities/dead-letter.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { type CallContext, handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { authorOf, recordEvent } from '../../../workplace/records/change.ts';
import { mendedLine, replayLetter } from '../ship/letters.ts';

const lineRow = z.object({ line: z.string() });

/** The routes of dead letters. */
export function deadLetterRoutes(app: App, deps: Deps): void {
  async function settle(
    { params: { id }, viewer, request }: CallContext<typeof dropDeadLetter> | CallContext<typeof replayDeadLetter>,
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
      if (rows.length === 0)
        throw new AppError('ITEM_NOT_FOUND', { message: 'This dead letter does not exist or is not waiting.' });
      await work(trx);
      const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
      await recordEvent(trx, author, { entity: deadLetter, id, before: { state: 'waiting' }, after: { state } });
    });
  }

  handle(app, replayDeadLetter, async (context) => {
    const mended = mendedLine(context.body.line);
    if ('problem' in mended) throw invalid('line', mended.problem);
    await settle(context, 'replayed', (trx) => replayLetter(trx, context.params.id, mended));
    return null;
  });

  handle(app, dropDeadLetter, async (context) => {
    await settle(context, 'dropped', async () => undefined);
    return null;
  });
}
