import { defineEntity } from '../define/entity.ts';
import { BY_NAME } from './shared/fields.ts';
import { TECHNICAL_DOMAIN } from './shared/technical-domain-fields.ts';

/** A host that serves prelanders. */
export const prelanderDomain = defineEntity({
  name: 'prelanderDomain',
  path: 'prelander-domains',
  table: 'prelander_domains',
  one: 'Prelander domain',
  many: 'Prelander domains',
  title: 'name',
  routes: { list: 'prelanderDomains', add: 'prelanderDomains', edit: 'prelanderDomains' },
  fields: TECHNICAL_DOMAIN,
  defaultSort: BY_NAME,
  routing: true,
});
