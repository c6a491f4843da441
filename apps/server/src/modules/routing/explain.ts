/** "Why does this click go there?", for a visit somebody imagines, by the code that routes. */
import { explainSchema } from '@signpost/contract/clicks/explain.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { explain } from '../../clicks/decide/explain.ts';
import { hashText } from '../../clicks/decide/hash.ts';
import { compile } from '../../clicks/snapshot/compile.ts';
import { type Query, readConfig } from '../../clicks/snapshot/config.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';

const SOMEBODY = 'somebody';
const NO_CLICK = '00000000-0000-7000-8000-000000000000';

export function explainRoutes(app: App, deps: Deps): void {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(deps.db)).rows;
  app.post(
    '/api/campaign-boxes/:id/explain',
    {
      config: { access: { routes: ['campaignBoxesView'], action: 'view' } },
      schema: {
        tags: ['Campaign boxes'],
        params: z.object({ id: z.coerce.number().int().positive() }),
        body: explainSchema,
      },
    },
    async (request) => {
      const { at, visitor, sub1, sub2, sub3, sub4, sub5, code, ...rest } = request.body;
      const visit = {
        ...rest,
        boxId: request.params.id,
        visitor: hashText(visitor || SOMEBODY),
        at: at ? Date.parse(at) : deps.clock.now().getTime(),
        subs: [sub1, sub2, sub3, sub4, sub5] as const,
      };
      const answer = explain(compile(await readConfig(query)), visit, { clickId: NO_CLICK, code });
      if (answer === null) throw new AppError('ITEM_NOT_FOUND');
      return ok(answer);
    },
  );
}
