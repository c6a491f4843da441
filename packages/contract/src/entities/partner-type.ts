import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const partnerType = defineEntity({
  name: 'partnerType',
  path: 'partner-types',
  table: 'partner_types',
  one: 'Partner type',
  many: 'Partner types',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'partner-types',
  fields: fields({ name: REFERENCE_NAME }),
  defaultSort: BY_NAME,
  metadata: ['partner_types'],
});
