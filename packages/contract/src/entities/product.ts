import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const product = defineEntity({
  name: 'product',
  path: 'products',
  table: 'products',
  one: 'Product',
  many: 'Products',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'products',
  fields: fields({ name: REFERENCE_NAME }),
  defaultSort: BY_NAME,
  metadata: ['products'],
});
