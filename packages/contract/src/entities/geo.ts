import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const geo = defineEntity({
  name: 'geo',
  path: 'geos',
  table: 'geos',
  one: 'Geo',
  many: 'Geos',
  title: 'country',
  routes: REFERENCE_ROUTES,
  publishersChoose: true,
  listKind: 'geos',
  fields: fields({
    code: {
      kind: 'text',
      label: 'Code',
      max: 2,
      required: true,
      search: true,
      unique: true,
      format: 'code',
      mono: true,
    },
    country: { kind: 'text', label: 'Country', max: 120, required: true, search: true },
  }),
  defaultSort: { orderBy: 'country', direction: 'asc' },
  routing: true,
  metadata: ['geos'],
});
