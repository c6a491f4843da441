import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** A domain that we own. */
export const domain = defineEntity({
  name: 'domain',
  path: 'domains',
  table: 'domains',
  one: 'Domain',
  many: 'Domains',
  title: 'name',
  routes: { list: 'domains', add: 'domainsAdd', edit: 'domainsEdit' },
  fields: fields({
    name: {
      kind: 'text',
      label: 'Domain',
      max: 253,
      required: true,
      search: true,
      unique: true,
      format: 'host',
      mono: true,
    },
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    rootUrl: {
      kind: 'text',
      label: 'Address for the root',
      max: 2000,
      format: 'hostAddress',
      mono: true,
      hideInList: true,
      help: 'Where visitors go who open the host itself. Without it they see that the page does not exist.',
    },
    unknownLinkUrl: {
      kind: 'text',
      label: 'Address for unknown links',
      max: 2000,
      format: 'hostAddress',
      mono: true,
      hideInList: true,
      help: 'Where visitors go whose link does not exist or is over. Both can contain {geo} and {device}.',
    },
    registrar: { kind: 'text', label: 'Registrar', max: 120, search: true },
    expiresOn: { kind: 'date', label: 'Expires' },
    ownerId: { kind: 'reference', label: 'Owner', to: 'user' },
    nameServers: { kind: 'text', label: 'Name servers', max: 500, mono: true, hideInList: true },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['domains'],
});
