import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME, HOST_NAME } from './shared/fields.ts';

/** A host that sends visitors, and its owner. */
export const referrer = defineEntity({
  name: 'referrer',
  path: 'referrers',
  table: 'referrers',
  one: 'Referrer',
  many: 'Referrers',
  title: 'name',
  routes: { list: 'referrers', add: 'referrers', edit: 'referrers' },
  fields: fields({
    name: HOST_NAME,
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: BY_NAME,
  routing: true,
});
