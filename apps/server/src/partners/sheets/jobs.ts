/** Background work on sheets: making the boxes of large ones. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { personOf } from '../../session-user.ts';
import { defineRun, type RunKind } from '../../workplace/runs/kinds.ts';
import { isProcessing, SHEET_BOXES } from './sheets.ts';
import { makeQueuedIn } from './steps.ts';

const PROGRESS_MS = 1_000;
const CLOCK: Clock = { now: () => new Date() };

const sheetBoxesRun = () =>
  defineRun({
    name: SHEET_BOXES,
    input: z.object({ sheetId: z.number(), rowsVersion: z.number() }),
    async refuse(trx, ownerId) {
      const owner = await personOf(trx, ownerId);
      const mayStill = owner !== undefined && isProcessing(owner) && mayOpen(owner, ROUTES.sheetsEdit);
      if (mayStill) return null;
      return 'The person who started this may no longer make sheets.';
    },
    async run({ id, ownerId, input: { sheetId, rowsVersion }, progress, complete }) {
      let toldAt = 0;
      const tell = async (done: number, total: number) => {
        if (Date.now() - toldAt < PROGRESS_MS) return;
        toldAt = Date.now();
        await progress(done, total);
      };
      await complete(async (trx) => {
        const viewer = ownerId === null ? undefined : await personOf(trx, ownerId);
        if (viewer === undefined) throw new Error('The run has no person.');
        const ctx = { trx, clock: CLOCK, actor: { viewer, requestId: `run ${id}` } };
        return { rows: await makeQueuedIn(ctx, { id: sheetId, rowsVersion }, tell) };
      });
      return undefined;
    },
  });

export const sheetRuns = (): RunKind[] => [sheetBoxesRun()];
