import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME, HOST_NAME } from './shared/fields.ts';

/** One of several hosts that show the same brand in a geo. */
export const mbgMirror = defineEntity({
  name: 'mbgMirror',
  path: 'mbg-mirrors',
  table: 'mbg_mirrors',
  one: 'Mirror',
  many: 'MBG mirrors',
  title: 'name',
  routes: { list: 'mbgMirrors', add: 'mbgMirrors', edit: 'mbgMirrors' },
  fields: fields({
    name: HOST_NAME,
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', required: true },
    active: {
      kind: 'toggle',
      label: 'Active',
      default: false,
      help: 'Visitors from this geo who open a link to any of this partner’s mirrors are sent to the active one.',
    },
    notes: { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: BY_NAME,
  routing: true,
});
