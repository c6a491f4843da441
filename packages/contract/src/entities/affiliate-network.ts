import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { BY_NAME } from './shared/fields.ts';
import { REFERENCE_NAME, REFERENCE_ROUTES } from './shared/reference-data-fields.ts';

export const affiliateNetwork = defineEntity({
  name: 'affiliateNetwork',
  path: 'affiliate-networks',
  table: 'affiliate_networks',
  one: 'Affiliate network',
  many: 'Affiliate networks',
  title: 'name',
  routes: REFERENCE_ROUTES,
  listKind: 'affiliate-networks',
  fields: fields({ name: REFERENCE_NAME }),
  defaultSort: BY_NAME,
  metadata: ['affiliate_networks'],
});
