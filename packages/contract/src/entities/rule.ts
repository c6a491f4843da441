import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAUSABLE } from './shared/fields.ts';
import { RULE_ALLOCATION, RULE_CONDITIONS, RULE_NAME, RULE_NOTES } from './shared/rule-fields.ts';

/** A rule sends some visitors elsewhere than the allocation of a box: conditions, and campaigns with weights. */
export const rule = defineEntity({
  name: 'rule',
  path: 'rules',
  table: 'rules',
  one: 'Rule',
  many: 'Rules',
  title: 'name',
  routes: { list: 'rules', add: 'rulesAdd', edit: 'rulesEdit', copy: 'rulesCopy', view: 'rulesView' },
  fields: fields({
    name: RULE_NAME,
    status: PAUSABLE,
    conditions: RULE_CONDITIONS,
    allocation: { ...RULE_ALLOCATION, table: 'rule_campaigns', parent: 'ruleId' },
    notes: RULE_NOTES,
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
});
