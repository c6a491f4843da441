/** Routes of approval: what waits, verdicts, and the limits that decide how many people are needed. */
import { changeTiers, decideDocument, listTiers, listWaiting } from '@signpost/contract/calls/document-approvals.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { weakerTier } from '@signpost/contract/money/approval.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { disputeWarning } from '../disputes.ts';
import { decide } from '../lifecycle.ts';
import { readTiers } from '../rules.ts';
import { readDocument } from '../store.ts';
import { listWaiting as readWaiting } from '../waiting.ts';

export function approvalRoutes(app: App, { db, clock }: Deps): void {
  const today = () => clock.now().toISOString().slice(0, 10);

  handle(app, listWaiting, async ({ viewer }) => await readWaiting(db, viewer, today()));

  handle(app, decideDocument, async ({ params: { id }, body, viewer, request, reply }) => {
    const give = async (trx: Trx) => {
      await decide(trx, { id, ...body }, viewer, clock.now());
      const { currency } = await readDocument(trx, id);
      return { id, disputed: await disputeWarning(trx, id, currency) };
    };
    return await answerOnce({ db, clock }, { request, reply }, give, { status: 200 });
  });

  handle(app, listTiers, async () => await readTiers(db));

  handle(app, changeTiers, async ({ body }) => {
    const limits = body.map(({ upTo }) => upTo);
    if (limits.filter((limit) => limit === null).length !== 1 || new Set(limits).size !== limits.length)
      throw invalid('', 'Every limit appears once, and exactly one row has no limit.');
    const weaker = weakerTier(body);
    if (weaker !== null)
      throw invalid(String(weaker), 'A higher limit needs at least as many approvers as a lower one.');
    return await db.transaction().execute(async (trx) => {
      await sql`DELETE FROM approval_tiers`.execute(trx);
      for (const { upTo, approvers, needsAdmin } of body)
        await sql`INSERT INTO approval_tiers (up_to, approvers, needs_admin)
          VALUES (${upTo}, ${approvers}, ${needsAdmin})`.execute(trx);
      return await readTiers(trx);
    });
  });
}
