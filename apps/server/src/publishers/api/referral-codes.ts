/** Referral codes in bulk, and their uses. */
import { randomInt } from 'node:crypto';
import { referralCode } from '@signpost/contract/entities/referral-code.ts';
import { bulkCodesSchema, type CodeUses } from '@signpost/contract/records/referral-codes.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';
import { answerOnce } from '../../records/once.ts';
import { createIn } from '../../records/write.ts';

/** Without those that are taken for each other when read aloud: 0 and O, 1 and I. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const tags = [referralCode.many];

const randomCode = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export function referralCodeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/referral-codes/bulk-create',
    {
      config: { access: { routes: ['referralCodesAdd'], action: 'add' }, rows: 'own' },
      schema: { tags, body: bulkCodesSchema },
    },
    async (request, reply) => {
      const { count, prefix, length, publisherId, partnerId } = request.body;
      const actor = { viewer: viewerOf(request), requestId: request.id };
      return await answerOnce(deps, request, reply, async (trx) => {
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
    },
  );

  app.get(
    '/api/referral-codes/uses',
    {
      config: { access: { routes: ['referralCodes'], action: 'view' }, rows: 'staff' },
      schema: { tags, querystring: z.object({ ids: z.array(z.coerce.number().int().positive()).min(1).max(1000) }) },
    },
    async (request) => {
      const rows = await deps.clickhouse.query(
        `SELECT referral_code_id AS id, sum(code_uses) AS uses, sum(first_deposits) AS firstDeposits FROM facts
         WHERE referral_code_id IN {ids:Array(UInt64)} GROUP BY id`,
        { ids: request.query.ids },
        {
          parse: (row): CodeUses => ({
            id: Number(row.id),
            uses: Number(row.uses),
            firstDeposits: Number(row.firstDeposits),
          }),
        },
      );
      return ok(rows);
    },
  );
}
