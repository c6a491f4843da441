/** Pins on Home: seen and changed by their owner alone. Only the question is stored, so a pin shows what its owner may see. */
import { mayOpenTab } from '@signpost/contract/access/access.ts';
import { addPin, changePin, listPins, orderPins, removePin } from '@signpost/contract/calls/pins.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { MOST_PINS, PIN_KINDS } from '@signpost/contract/insight/stats/pins.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import type { SessionUser } from '../../../session-user.ts';
import { refuseUnreadable } from './readable.ts';

export function pinRoutes(app: App, { db, clock }: Deps): void {
  const idsOf = async (viewer: SessionUser): Promise<number[]> => {
    const rows = await db
      .selectFrom('homePins')
      .select('id')
      .where('userId', '=', viewer.id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const putInOrder = async (viewer: SessionUser, ids: readonly number[]): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      for (const [position, id] of ids.entries())
        await trx
          .updateTable('homePins')
          .set({ position })
          .where('id', '=', id)
          .where('userId', '=', viewer.id)
          .execute();
    });
  };

  handle(app, listPins, async ({ viewer }) => {
    const rows = await db
      .selectFrom('homePins')
      .select(['id', 'kind', 'tab', 'query', 'wide'])
      .where('userId', '=', viewer.id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const pins = rows.flatMap(({ tab, kind: raw, ...row }) => {
      const kind = PIN_KINDS.find((one) => one === raw);
      if (kind !== undefined && isTabName(tab) && mayOpenTab(viewer, tab)) return [{ ...row, kind, tab }];
      return [];
    });
    return { pins, closed: rows.length - pins.length };
  });

  handle(app, addPin, async ({ body: { place, ...pin }, viewer }) => {
    if (!mayOpenTab(viewer, pin.tab)) throw new AppError('FORBIDDEN');
    refuseUnreadable(tabOf(pin.tab), pin.query, viewer, clock.now());
    const before = await idsOf(viewer);
    if (before.length >= MOST_PINS)
      throw invalid('query', `Home holds at most ${MOST_PINS} pinned tiles. Remove one first.`);
    const { id } = await db
      .insertInto('homePins')
      .values({ ...pin, userId: viewer.id, position: before.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (place !== undefined) await putInOrder(viewer, before.toSpliced(place, 0, id));
    return { id };
  });

  handle(app, changePin, async ({ params, body: { wide }, viewer }) => {
    const { numUpdatedRows } = await db
      .updateTable('homePins')
      .set({ wide })
      .where('id', '=', params.id)
      .where('userId', '=', viewer.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    return null;
  });

  handle(app, orderPins, async ({ body: { ids }, viewer }) => {
    const before = await idsOf(viewer);
    const named = [...new Set(ids)].filter((id) => before.includes(id));
    await putInOrder(viewer, [...named, ...before.filter((id) => !named.includes(id))]);
    return null;
  });

  handle(app, removePin, async ({ params, viewer }) => {
    const { numDeletedRows } = await db
      .deleteFrom('homePins')
      .where('id', '=', params.id)
      .where('userId', '=', viewer.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('ITEM_NOT_FOUND');
    return null;
  });
}
