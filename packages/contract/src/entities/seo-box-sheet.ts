import { defineEntity } from '../define/entity.ts';
import { boxSheet } from './box-sheet.ts';

const { kind: _ofTheOther, ...fields } = boxSheet.fields;

/** A request for many SEO campaign boxes at once. */
export const seoBoxSheet = defineEntity({
  name: 'seoBoxSheet',
  path: 'seo-box-sheets',
  table: 'box_sheets',
  kindOf: { column: 'kind', is: ['seo'] },
  one: 'SEO box sheet',
  many: 'SEO box sheets',
  title: 'name',
  routes: { list: 'seoSheets', add: 'seoSheetsAdd', edit: 'sheetsEdit' },
  lockedWhen: { field: 'state', is: ['made'] },
  fields,
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
