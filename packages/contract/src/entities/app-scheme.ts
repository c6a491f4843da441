import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

/** A scheme of an app that app addresses may have (docs/product/links-and-hosts.md#app-addresses). */
export const appScheme = defineEntity({
  name: 'appScheme',
  path: 'app-schemes',
  table: 'app_schemes',
  one: 'App scheme',
  many: 'App schemes',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'app-schemes',
  adminWrites: true,
  fields: fields({
    name: {
      kind: 'text',
      label: 'Scheme',
      max: 40,
      required: true,
      search: true,
      unique: true,
      format: 'appScheme',
      mono: true,
      help: 'The part before the colon: example for example://open. Addresses with it open the app that took this scheme on the device.',
    },
    notes: { kind: 'text', label: 'Reason', max: 500, search: true },
  }),
  defaultSort: BY_NAME,
});
