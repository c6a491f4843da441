import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared/fields.ts';
import { RULE_ALLOCATION, RULE_CONDITIONS, RULE_NAME, RULE_NOTES, RULE_POSITION } from './shared/rule-fields.ts';

/** A rule for every banner box, tried after the global rules and before the box's own. */
export const bannerGlobalRule = defineEntity({
  name: 'bannerGlobalRule',
  path: 'banner-global-rules',
  table: 'banner_global_rules',
  one: 'Banner global rule',
  many: 'Banner global rules',
  title: 'name',
  routes: { list: 'bannerGlobalRules', add: 'bannerGlobalRulesAdd', edit: 'bannerGlobalRulesEdit' },
  fields: fields({
    name: RULE_NAME,
    status: PAUSABLE,
    position: RULE_POSITION,
    conditions: RULE_CONDITIONS,
    allocation: { ...RULE_ALLOCATION, table: 'banner_global_rule_campaigns', parent: 'bannerGlobalRuleId' },
    notes: RULE_NOTES,
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
  routing: true,
});
