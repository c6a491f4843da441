import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME, MONEY_OR_NONE } from './shared/fields.ts';
import { REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

/** Where visitors come from, as named by `source=` in a link. */
export const trafficSource = defineEntity({
  name: 'trafficSource',
  path: 'traffic-sources',
  table: 'traffic_sources',
  one: 'Traffic source',
  many: 'Traffic sources',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'traffic-sources',
  fields: fields({
    name: {
      kind: 'text',
      label: 'Source name',
      help: 'Letters, digits and underscore. Links name it as source=.',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'sourceName',
      mono: true,
    },
    categoryId: { kind: 'reference', label: 'Category', to: 'category', required: true },
    sourceKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'regular',
      options: [
        { value: 'regular', label: 'Regular' },
        { value: 'internal_social', label: 'Internal social' },
        { value: 'influencer', label: 'Influencer' },
      ],
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    maySendCosts: {
      kind: 'toggle',
      label: 'May send costs in links',
      default: false,
      help: 'Anybody who opens a link can change its cost. If No, costs in its links do not count.',
    },
    mostCostPerClick: {
      kind: 'decimal',
      label: 'Most cost per click',
      ...MONEY_OR_NONE,
      min: '0',
      max: '100000',
      required: true,
      default: '10',
      help: 'A higher cost in a link does not count.',
    },
    mostCostPerDay: {
      kind: 'decimal',
      label: 'Most cost per day',
      ...MONEY_OR_NONE,
      min: '0',
      max: '100000000',
      default: '1000',
      help: 'In all links together on a day in UTC. What is above does not count. Without it there is no limit per day.',
    },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: BY_NAME,
  routing: true,
  metadata: ['trafficsources'],
});
