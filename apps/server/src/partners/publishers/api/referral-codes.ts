/** Bulk generation of referral codes, and their uses. */
import { randomInt } from 'node:crypto';
import { listReferralCodeUses, makeReferralCodes } from '@signpost/contract/calls/referral-codes.ts';
import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { codeUsesSchema } from '@signpost/contract/records/referral-codes.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { engineRow } from '../../../platform/rows.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { createIn } from '../../../workplace/records/write.ts';

/** Characters that are easily confused are left out: 0 and O, 1 and I. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const randomCode = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export function referralCodeRoutes(app: App, deps: Deps): void {
  handle(app, makeReferralCodes, async ({ body, viewer, request, reply }) => {
    const { count, prefix, length, publisherId, partnerId } = body;
    const actor = { viewer, requestId: request.id };
    return await answerOnce(deps, { request, reply }, async (trx) => {
      const codes = new Set<string>();
      while (codes.size < count) codes.add(randomCode(prefix, length));
      for (const code of codes)
        await createIn({ trx, clock: deps.clock, actor }, referralCode, {
          code,
          publisherId,
          partnerId,
          tags: [],
        });
      return { codes: [...codes] };
    });
  });

  handle(app, listReferralCodeUses, ({ query }) =>
    deps.clickhouse.query(
      `SELECT referral_code_id AS id, sum(code_uses) AS uses, sum(first_deposits) AS firstDeposits FROM facts
         WHERE referral_code_id IN {ids:Array(UInt64)} GROUP BY id`,
      { ids: query.ids },
      { parse: engineRow(codeUsesSchema) },
    ),
  );
}
