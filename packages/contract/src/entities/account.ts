import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME, PAUSABLE } from './shared/fields.ts';

/** An account at a network, through which publishers or paid traffic arrive. */
export const account = defineEntity({
  name: 'account',
  path: 'accounts',
  table: 'accounts',
  one: 'Account',
  many: 'Accounts',
  title: 'name',
  routes: { list: 'accounts', add: 'accountsAdd', edit: 'accountsEdit' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    accountKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'publisher',
      options: [
        { value: 'publisher', label: 'Publisher' },
        { value: 'traffic', label: 'Traffic' },
      ],
    },
    publishers: { kind: 'references', label: 'Publishers', to: 'publisher' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Traffic source',
      to: 'trafficSource',
      visibleWhen: { field: 'accountKind', is: ['traffic'] },
    },
    status: PAUSABLE,
    externalId: {
      kind: 'text',
      label: 'External id',
      max: 120,
      search: true,
      mono: true,
      help: 'The id of this account at the network.',
    },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: BY_NAME,
});
