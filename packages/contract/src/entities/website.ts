import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** A site that sends visitors: our own, or a publisher’s. */
export const website = defineEntity({
  name: 'website',
  path: 'websites',
  table: 'websites',
  one: 'Website',
  many: 'Websites',
  title: 'name',
  routes: { list: 'websites', add: 'websitesAdd', edit: 'websitesEdit', view: 'websitesView' },
  scope: { publisher: 'publisherId' },
  fields: fields({
    name: {
      kind: 'text',
      label: 'Host',
      max: 253,
      required: true,
      search: true,
      unique: true,
      format: 'host',
      mono: true,
    },
    websiteKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'own',
      options: [
        { value: 'own', label: 'Own' },
        { value: 'parasite', label: 'Parasite' },
        { value: 'incubator', label: 'Incubator' },
        { value: 'external', label: 'External' },
      ],
    },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher' },
    ownerId: { kind: 'reference', label: 'Owner', to: 'user' },
    fallbackUrl: { kind: 'text', label: 'Fallback link', max: 2000, format: 'targetUrl', mono: true, hideInList: true },
    notes: { kind: 'text', label: 'Notes', max: 4000, multiline: true, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'name', direction: 'asc' },
  routing: true,
  metadata: ['websites'],
});
