import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { MONEY_OR_NONE, MOST_PRICE } from './shared/fields.ts';

/** A manager’s own tracked link to a brand. */
export const gamblingLink = defineEntity({
  name: 'gamblingLink',
  path: 'gambling-links',
  table: 'gambling_links',
  one: 'Gambling link',
  many: 'Gambling links',
  title: 'name',
  routes: { list: 'gamblingLinks', add: 'gamblingLinksAdd', edit: 'gamblingLinksAdd' },
  scope: { owner: 'managerId', publisher: 'publisherId' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    partnerId: { kind: 'reference', label: 'Brand', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', required: true },
    managerId: { kind: 'reference', label: 'Manager', to: 'user', readOnly: true },
    publisherId: { kind: 'reference', label: 'Publisher', to: 'publisher', readOnly: true },
    targetUrl: { kind: 'text', label: 'Tracked link', max: 2000, required: true, format: 'targetUrl', mono: true },
    costPerLead: { kind: 'decimal', label: 'Agreed amount per lead', min: '0', max: MOST_PRICE, ...MONEY_OR_NONE },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
