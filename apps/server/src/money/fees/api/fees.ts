/** Flat fees are approved or rejected; approved terms count. */
import { approveFlatFee, listWaitingFees, rejectFlatFee } from '@signpost/contract/calls/flat-fees.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { inBase, readRates } from '../../../partners/deals/rates.ts';
import { readRows } from '../../../platform/rows.ts';
import { authorOf, changeRecord, type WriteContext } from '../../../workplace/records/change.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { present } from '../../../workplace/records/read.ts';
import { addVerdict, hashOfContent } from '../../approvals/approvals.ts';
import { applyTerms } from '../post.ts';
import { termsOf } from '../terms.ts';
import { listWaitingFees as readWaitingFees } from './waiting.ts';

interface Ask {
  id: number;
  version: number;
  verdict: 'approved' | 'rejected';
  note: string;
}

const authorRow = z.object({ userId: z.number() });

/** Everybody who wrote a part of the fee. */
async function authorsOf(trx: Trx, id: number): Promise<number[]> {
  const rows = await readRows(
    trx,
    authorRow,
    sql`SELECT DISTINCT user_id FROM audit WHERE entity = ${flatFee.name} AND record_id = ${id} AND user_id IS NOT NULL
      AND action IN ('create', 'update', 'restore')`,
  );
  return rows.map(({ userId }) => userId);
}

async function decide(ctx: WriteContext, { id, version, verdict, note }: Ask) {
  const { trx, actor } = ctx;
  const author = authorOf(ctx);
  return await changeRecord(trx, author, {
    entity: flatFee,
    id,
    told: ['feeStatus', 'decisionNote'],
    // A verdict is not a part of the fee, so the person who gives it does not become an author.
    action: 'effect',
    write: async (before) => {
      if (before.feeStatus !== 'proposed')
        throw invalid('', `This flat fee is ${before.feeStatus} already. Nothing is left to decide.`);
      if (before.version !== version)
        throw new AppError('CONFLICT', {
          message: 'The flat fee was changed meanwhile. Look at it again.',
          data: before,
        });
      if (before.archivedAt !== null) throw invalid('', 'This flat fee is archived.');
      const terms = termsOf(before);
      const rate = (await readRates(trx))(terms.currency, terms.fromDay);
      if (rate === null) throw invalid('', `No exchange rate is known for ${terms.currency}.`);
      const outcome = await addVerdict(
        trx,
        {
          subject: { kind: 'flatFee', id, hash: hashOfContent({ version, terms }) },
          verdict,
          reason: note,
          effect: inBase(terms.amount, rate),
          authors: await authorsOf(trx, id),
        },
        actor.viewer,
        author.at,
      );
      if (outcome === 'waiting') return null;
      if (outcome === 'approved') await applyTerms(trx, id, terms, author.at);
      return { feeStatus: outcome, decisionNote: note || null, decidedAt: author.at };
    },
  });
}

export function feeRoutes(app: App, { db, clock }: Deps): void {
  handle(app, listWaitingFees, async ({ viewer }) => await readWaitingFees(db, viewer));

  for (const call of [approveFlatFee, rejectFlatFee])
    handle(app, call, async ({ params: { id }, body, viewer, request, reply }) => {
      const actor = { viewer, requestId: request.id };
      const verdict = call === approveFlatFee ? 'approved' : 'rejected';
      const give = async (trx: Trx) =>
        present(flatFee, await decide({ trx, clock, actor }, { id, verdict, ...body }), viewer);
      return await answerOnce({ db, clock }, { request, reply }, give, { status: 200 });
    });
}
