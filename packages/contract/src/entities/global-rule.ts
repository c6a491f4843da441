import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared/fields.ts';
import { RULE_ALLOCATION, RULE_CONDITIONS, RULE_NAME, RULE_NOTES, RULE_POSITION } from './shared/rule-fields.ts';

/** A rule for every box, tried before all others. */
export const globalRule = defineEntity({
  name: 'globalRule',
  path: 'global-rules',
  table: 'global_rules',
  one: 'Global rule',
  many: 'Global rules',
  title: 'name',
  routes: { list: 'globalRules', add: 'globalRules', edit: 'globalRules' },
  fields: fields({
    name: RULE_NAME,
    status: PAUSABLE,
    position: RULE_POSITION,
    conditions: RULE_CONDITIONS,
    allocation: { ...RULE_ALLOCATION, table: 'global_rule_campaigns', parent: 'globalRuleId' },
    notes: RULE_NOTES,
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
  routing: true,
});
