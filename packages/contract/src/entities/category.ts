import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const category = defineEntity({
  name: 'category',
  path: 'categories',
  table: 'categories',
  one: 'Category',
  many: 'Categories',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'categories',
  fields: fields({ name: REFERENCE_NAME }),
  defaultSort: BY_NAME,
  metadata: ['categories'],
});
