/** Routes of money that was received or paid, and of what follows from it: statements, balances, journals, periods. */
import * as payments from '@signpost/contract/calls/payments.ts';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { disposition } from '../../../http/file-name.ts';
import { handle } from '../../../http/handle.ts';
import type { SessionUser } from '../../../session-user.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { applyCredit } from '../apply-credit.ts';
import { readJournals } from '../journal-list.ts';
import { listPayments } from '../payment-list.ts';
import { allocatePayment, recordPayment } from '../payments.ts';
import { closeMonth, readPeriods } from '../periods.ts';
import { journalFile } from '../render/hledger.ts';
import { reverseAllocation, reversePayment } from '../reversals.ts';
import { listBalances, readStatement } from '../statement.ts';
import { writeOff } from '../write-off.ts';

export function paymentRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  const today = () => clock.now().toISOString().slice(0, 10);
  const by = (viewer: SessionUser) => ({ userId: viewer.id, at: clock.now() });

  handle(app, payments.listPayments, async ({ query }) => await listPayments(db, query));

  handle(
    app,
    payments.recordPayment,
    async ({ body, viewer, request, reply }) =>
      await answerOnce(deps, { request, reply }, async (trx) => ({ id: await recordPayment(trx, body, by(viewer)) })),
  );

  handle(app, payments.allocatePayment, async ({ params: { id }, body, viewer, request, reply }) => {
    const allocate = async (trx: Trx) => {
      await allocatePayment(trx, { paymentId: id, ...body }, by(viewer));
      return { id };
    };
    return await answerOnce(deps, { request, reply }, allocate, { status: 200 });
  });

  handle(app, payments.reversePayment, async ({ params: { id }, body, viewer, request, reply }) => {
    const reverse = async (trx: Trx) => ({ id: await reversePayment(trx, { id, ...body }, by(viewer)) });
    return await answerOnce(deps, { request, reply }, reverse, { status: 200 });
  });

  handle(app, payments.reverseAllocation, async ({ params: { id }, body, viewer, request, reply }) => {
    const takeBack = async (trx: Trx) => {
      await reverseAllocation(trx, { id, ...body }, by(viewer));
      return { id };
    };
    return await answerOnce(deps, { request, reply }, takeBack, { status: 200 });
  });

  handle(app, payments.writeOffDocument, async ({ params: { id }, body, viewer, request, reply }) => {
    const write = async (trx: Trx) => {
      await writeOff(trx, { documentId: id, ...body, day: today() }, by(viewer));
      return { id };
    };
    return await answerOnce(deps, { request, reply }, write, { status: 200 });
  });

  handle(
    app,
    payments.applyCreditNote,
    async ({ params: { id }, body, viewer, request, reply }) =>
      await answerOnce(deps, { request, reply }, async (trx) => {
        await applyCredit(trx, { creditNoteId: id, ...body, day: today() }, by(viewer));
        return { id };
      }),
  );

  handle(app, payments.exportJournals, async ({ query, reply }) => {
    const file = journalFile(await readJournals(db, query));
    return await reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', disposition('attachment', `journals-${query.from}-${query.to}.journal`))
      .header('cache-control', 'private, no-store')
      .send(file);
  });

  handle(app, payments.readStatement, async ({ params, query }) => await readStatement(db, { ...params, ...query }));

  handle(app, payments.listBalances, async ({ params }) => await listBalances(db, params));

  handle(app, payments.listPeriods, async () => await readPeriods(db, clock.now()));

  handle(app, payments.closePeriod, async ({ body, viewer }) => {
    await closeMonth(deps, body.month, by(viewer));
    return await readPeriods(db, clock.now());
  });
}
