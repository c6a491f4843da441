import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** An advertiser that owns brands. */
export const client = defineEntity({
  name: 'client',
  path: 'clients',
  table: 'clients',
  one: 'Client',
  many: 'Clients',
  title: 'name',
  routes: { list: 'clients', add: 'clientsAdd', edit: 'clientsEdit', view: 'clientsView' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true },
    contactEmail: { kind: 'text', label: 'Contact e-mail', max: 254, format: 'email' },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  metadata: ['clients'],
});
