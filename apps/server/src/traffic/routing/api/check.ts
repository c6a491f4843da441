/** Checks a box or a rule before it is saved. */
import { checkDraft as checkDraftCall } from '@signpost/contract/calls/routing.ts';
import { type Finding, findingMessage } from '@signpost/contract/traffic/clicks/check.ts';
import { readConditions, testsOf } from '@signpost/contract/traffic/clicks/conditions.ts';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { checkDraft } from '../../clicks/draft/check.ts';
import { inUse, type Query, readConfig } from '../../clicks/snapshot/config.ts';
import { namesFor, RECORD_OF, type Reference, referencesInConditions } from '../words.ts';

export function checkRoutes(app: App, { db, clock }: Deps): void {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  handle(app, checkDraftCall, async ({ body }) => {
    const config = inUse(await readConfig(query));
    const drafted = readConditions(body.values.conditions);
    const own = Array.isArray(body.values.rules) ? new Set(body.values.rules.map(Number)) : new Set<number>();
    const rules = config.rules.filter(({ id, kind }) => kind !== 'box' || own.has(id));
    const conditions = [drafted, ...rules.map((rule) => readConditions(rule.conditions))].filter((one) => one !== null);
    const named = await namesFor(db, conditions.flatMap(testsOf).flatMap(referencesInConditions));
    const found = checkDraft(config, body, clock.now(), (field, id) => named(RECORD_OF[field], id));
    const nameOf = await namesFor(
      db,
      found.flatMap(({ campaignId, boxId }) => {
        const references: Reference[] = [];
        if (campaignId !== undefined) references.push(['campaign', campaignId]);
        if (boxId !== undefined) references.push(['campaignBox', boxId]);
        return references;
      }),
    );
    const findings: Finding[] = found.map((one) => ({
      code: one.code,
      severity: one.severity,
      field: one.field,
      message: findingMessage(one, nameOf),
    }));
    return findings;
  });
}
