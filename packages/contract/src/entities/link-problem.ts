import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { READ_ONLY } from './shared/fields.ts';
import { REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

/** Something in opened links or called addresses that could not be used, counted by reason. The routers write it. */
export const linkProblem = defineEntity({
  name: 'linkProblem',
  path: 'link-problems',
  table: 'link_problems',
  one: 'Link problem',
  many: 'Link problems',
  title: 'found',
  routes: { list: REFERENCE_ROUTES.list },
  listKind: 'link-problems',
  fields: fields({
    problem: {
      kind: 'choice',
      label: 'Problem',
      ...READ_ONLY,
      options: [
        { value: 'cost_not_allowed', label: 'Cost not allowed', tone: 'attention' },
        { value: 'cost_unreadable', label: 'Unreadable cost', tone: 'bad' },
        { value: 'cost_too_high', label: 'Cost too high', tone: 'bad' },
        { value: 'cost_too_high_for_day', label: 'Daily cost exceeded', tone: 'bad' },
        { value: 'cost_currency', label: 'Unclear currency', tone: 'attention' },
        { value: 'rate_missing', label: 'No exchange rate: add one', tone: 'attention' },
        { value: 'unknown_source', label: 'Unknown source', tone: 'attention' },
        { value: 'unknown_postback', label: 'Unknown postback', tone: 'bad' },
      ],
    },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource', readOnly: true },
    found: { kind: 'text', label: 'Text', max: 200, mono: true, search: true, ...READ_ONLY },
    cases: { kind: 'integer', label: 'Cases', min: 1, max: 2_147_483_647, ...READ_ONLY },
    lastAt: { kind: 'instant', label: 'Last', ...READ_ONLY },
  }),
  defaultSort: { orderBy: 'lastAt', direction: 'desc' },
});

export type LinkProblemKind = (typeof linkProblem.fields.problem.options)[number]['value'];

/** The problems that keep a cost out of the money. */
export const COST_PROBLEMS = [
  'cost_not_allowed',
  'cost_unreadable',
  'cost_too_high',
  'cost_too_high_for_day',
  'cost_currency',
] as const satisfies readonly LinkProblemKind[];
