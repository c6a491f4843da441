import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared/fields.ts';

/** A short link (`/d_{slug}`) to one target. */
export const directLink = defineEntity({
  name: 'directLink',
  path: 'direct-links',
  table: 'direct_links',
  one: 'Direct link',
  many: 'Direct links',
  title: 'slug',
  routes: { list: 'directLinkAdd', add: 'directLinkAdd', edit: 'directLinkAdd' },
  fields: fields({
    slug: {
      kind: 'text',
      label: 'Slug',
      max: 64,
      required: true,
      search: true,
      unique: true,
      format: 'code',
      mono: true,
      help: 'The link is /d_ followed by the slug.',
    },
    targetUrl: {
      kind: 'text',
      label: 'Target URL',
      max: 2000,
      required: true,
      format: 'targetUrl',
      mono: true,
      help: 'Can contain macros such as {click_id} and {geo}.',
    },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    campaignId: {
      kind: 'reference',
      label: 'Campaign',
      to: 'campaign',
      help: 'The traffic source or campaign that its visits count for.',
    },
    status: PAUSABLE,
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
});
