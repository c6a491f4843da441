/** Routes of templates and buttons beside their records. */
import {
  listCurrentTests,
  pageTestCalls,
  previewPage,
  readPageDefaults,
  savePageDefaults,
} from '@signpost/contract/calls/pages.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { readDefaults, saveDefaults } from '../defaults.ts';
import { previewPage as preview } from '../preview.ts';
import { readBaseline } from '../tests/counts.ts';
import { actOnTest, listCurrent, listTests, startTest } from '../tests/store.ts';
import { SUBJECTS, type SubjectKind, variantsOf } from '../tests/subject.ts';

export function pageRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps;
  handle(app, previewPage, async ({ body }) => await preview(db, body));
  handle(app, readPageDefaults, async ({ params }) => await readDefaults(db, params));
  handle(app, savePageDefaults, async ({ params, body, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    return await db.transaction().execute((trx) => saveDefaults({ trx, clock, actor }, params, body));
  });
  handle(app, listCurrentTests, async () => await listCurrent(db));
  testRoutes(app, deps, 'template');
  testRoutes(app, deps, 'button');
}

function testRoutes(app: App, { db, clock, clickhouse }: Deps, kind: SubjectKind): void {
  const calls = pageTestCalls[kind];
  const subject = SUBJECTS[kind];

  handle(app, calls.list, async ({ params: { id } }) => await listTests(db, kind, id));

  handle(app, calls.baseline, async ({ params: { id }, query: { goal } }) => {
    const variantIds = variantsOf(await readRecord(db, subject.entity, id)).map((variant) => variant.id);
    return await readBaseline(clickhouse, subject, { subjectId: id, goal, now: clock.now(), variantIds });
  });

  handle(app, calls.start, async ({ params: { id }, body, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await db.transaction().execute((trx) => startTest({ trx, clock, actor }, clickhouse, { kind, id, input: body }));
    return await listTests(db, kind, id);
  });

  handle(app, calls.act, async ({ params: { id }, body, viewer, request }) => {
    const actor = { viewer, requestId: request.id };
    await db.transaction().execute((trx) => actOnTest({ trx, clock, actor }, clickhouse, { kind, id, ...body }));
    return await listTests(db, kind, id);
  });
}
