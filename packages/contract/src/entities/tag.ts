import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const tag = defineEntity({
  name: 'tag',
  path: 'tags',
  table: 'tags',
  one: 'Tag',
  many: 'Tags',
  title: 'name',
  routes: REFERENCE_ROUTES,
  fields: fields({
    name: REFERENCE_NAME,
    color: { kind: 'color', label: 'Colour', default: 'gray' },
  }),
  defaultSort: BY_NAME,
  metadata: ['tags'],
});
