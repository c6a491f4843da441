import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** A report of Looker that the app embeds. */
export const lookerReport = defineEntity({
  name: 'lookerReport',
  path: 'looker-reports',
  table: 'looker_reports',
  one: 'Report',
  many: 'Looker reports',
  title: 'name',
  routes: { list: 'lookerWiz', add: 'lookerWiz', edit: 'lookerWiz' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    url: {
      kind: 'text',
      label: 'Embed address',
      max: 2000,
      required: true,
      format: 'lookerUrl',
      mono: true,
      help: 'From Looker or Looker Studio: https://lookerstudio.google.com/embed/…',
    },
    position: { kind: 'integer', label: 'Position', min: 0, max: 1000, required: true, default: 0 },
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
});
