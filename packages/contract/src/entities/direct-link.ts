import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { APP_URLS, ENDS, PASS_ON, PAUSABLE } from './shared/fields.ts';

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
      plainEnds: true,
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
    ...APP_URLS,
    passOn: PASS_ON,
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    campaignId: {
      kind: 'reference',
      label: 'Campaign',
      to: 'campaign',
      help: 'The traffic source or campaign that its visits count for.',
    },
    status: PAUSABLE,
    ...ENDS,
    fallbackUrl: {
      kind: 'text',
      label: 'Fallback link',
      max: 2000,
      format: 'targetUrl',
      mono: true,
      hideInList: true,
      help: 'Where visitors go before the first day, after the last one and after the most clicks. Without it they go where their host sends unknown links.',
    },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
});
