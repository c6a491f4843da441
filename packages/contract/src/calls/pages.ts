/** Templates and buttons beside their records: preview, defaults, tests. */
import { z } from 'zod';
import { button } from '../entities/button.ts';
import { template } from '../entities/template.ts';
import {
  pageDefaultsSchema,
  pagePreviewSchema,
  previewPageSchema,
  savePageDefaultsSchema,
} from '../traffic/pages/preview.ts';
import { currentTestSchema, pageTestSchema, startTestSchema, testBaselineSchema } from '../traffic/pages/tests.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Templates and buttons';

export const previewPage = defineCall({
  name: 'previewPage',
  summary: 'What a draft of a template looks like for one visitor. It stores nothing.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'templates/preview',
  access: { routes: ['templates', 'templatesAdd', 'templatesEdit'], action: 'view' },
  rows: 'staff',
  body: previewPageSchema,
  answer: pagePreviewSchema,
});

const defaultsParams = z.object({ websiteId: z.coerce.number<number>().int().positive() });
const bannerParams = defaultsParams.extend({ bannerId: z.coerce.number<number>().int().nonnegative() });
const onDefaults = {
  access: { routes: ['templatesDefaults', 'templatesDefaultsBanner'], action: 'view' },
  rows: 'staff',
} as const;

export const readPageDefaults = defineCall({
  name: 'readPageDefaults',
  summary: 'The texts and the button of a site, or of one of its banners (0 for the whole site).',
  tag,
  group: template.name,
  method: 'GET',
  path: 'templates/defaults/:websiteId/:bannerId',
  ...onDefaults,
  params: bannerParams,
  answer: pageDefaultsSchema,
});

export const savePageDefaults = defineCall({
  name: 'savePageDefaults',
  summary: 'Stores the texts and the button of a site, or of one of its banners (0 for the whole site).',
  tag,
  group: template.name,
  method: 'PUT',
  path: 'templates/defaults/:websiteId/:bannerId',
  access: { routes: ['templatesDefaults', 'templatesDefaultsBanner'], action: 'add' },
  rows: 'staff',
  params: bannerParams,
  body: savePageDefaultsSchema,
  answer: pageDefaultsSchema,
});

export const listCurrentTests = defineCall({
  name: 'listCurrentTests',
  summary: 'The tests that run, and those whose winner is not promoted yet.',
  tag,
  group: template.name,
  method: 'GET',
  path: 'page-tests',
  access: { routes: ['templates', 'buttons'], action: 'view' },
  rows: 'staff',
  answer: z.array(currentTestSchema),
});

/** The calls of tests, for templates and for buttons. */
function testCallsOf(entity: typeof template | typeof button) {
  const { one, path } = entity;
  const name = one;
  const rows = { of: entity } as const;
  const reads = { tag, group: entity.name, access: { record: entity, verb: 'read' }, rows, params: idParams } as const;
  const writes = { ...reads, access: { record: entity, verb: 'edit' } } as const;
  return {
    list: defineCall({
      name: `list${name}Tests`,
      summary: `The tests of a ${path.slice(0, -1)}, the newest first.`,
      method: 'GET',
      path: `${path}/:id/tests`,
      ...reads,
      answer: z.array(pageTestSchema),
    }),
    baseline: defineCall({
      name: `read${name}Baseline`,
      summary: 'Visitors and conversions of the last 28 days, for planning a test.',
      method: 'GET',
      path: `${path}/:id/tests/baseline`,
      ...reads,
      query: z.strictObject({ goal: startTestSchema.shape.goal }),
      answer: testBaselineSchema,
    }),
    start: defineCall({
      name: `start${name}Test`,
      summary: 'Starts a test of the variants. Its plan cannot be changed afterwards.',
      method: 'POST',
      repeat: 'state',
      path: `${path}/:id/tests`,
      ...writes,
      body: startTestSchema,
      answer: z.array(pageTestSchema),
    }),
    act: defineCall({
      name: `act${name}Test`,
      summary: 'Looks at the newest test now, stops it, gives all visitors to the winner, or takes that back.',
      method: 'POST',
      repeat: 'state',
      path: `${path}/:id/tests/actions`,
      ...writes,
      body: z.strictObject({
        action: z.enum(['look', 'stop', 'promote', 'undo']),
        /** The variant to promote; the winner if absent. Only a test without a winner promotes another one. */
        variantId: z.int().positive().optional(),
      }),
      answer: z.array(pageTestSchema),
    }),
  };
}

export const pageTestCalls = { template: testCallsOf(template), button: testCallsOf(button) };
