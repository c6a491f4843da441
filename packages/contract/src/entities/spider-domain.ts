import { defineEntity } from '../define/entity.ts';
import { BY_NAME } from './shared/fields.ts';
import { TECHNICAL_DOMAIN } from './shared/technical-domain-fields.ts';

/** A host that serves crawlers. */
export const spiderDomain = defineEntity({
  name: 'spiderDomain',
  path: 'spider-domains',
  table: 'spider_domains',
  one: 'Spider domain',
  many: 'Spider domains',
  title: 'name',
  routes: { list: 'spiderDomains', add: 'spiderDomains', edit: 'spiderDomains' },
  fields: TECHNICAL_DOMAIN,
  defaultSort: BY_NAME,
});
