import { CONDITION_LABELS, conditionsSchema, type RecordConditionField } from '../clicks/conditions.ts';
import { defineEntity } from '../define/entity.ts';
import { fields, type ReferenceField } from '../define/field.ts';
import { PAUSABLE } from './shared-fields.ts';

const name = { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true } as const;
const conditions = {
  kind: 'json',
  label: 'Conditions',
  schema: conditionsSchema,
  required: true,
  refers: {
    source: { kind: 'reference', label: CONDITION_LABELS.source, to: 'trafficSource' },
    category: { kind: 'reference', label: CONDITION_LABELS.category, to: 'category' },
    publisher: { kind: 'reference', label: CONDITION_LABELS.publisher, to: 'publisher' },
    website: { kind: 'reference', label: CONDITION_LABELS.website, to: 'website' },
  } satisfies Record<RecordConditionField, ReferenceField>,
  default: { match: 'all', items: [] },
} as const;
const notes = { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true } as const;
const position = {
  kind: 'integer',
  label: 'Order',
  min: 1,
  max: 9_999,
  required: true,
  default: 100,
  help: 'Lower numbers are tried first.',
} as const;
const row = fields({
  campaignId: { kind: 'reference', label: 'Campaign', to: 'campaign', required: true, keeps: true },
  weight: { kind: 'integer', label: 'Weight', min: 0, max: 100, required: true },
  lock: { kind: 'toggle', label: 'Lock', default: false },
  weightOverride: { kind: 'toggle', label: 'Override', default: false },
});
const allocation = {
  kind: 'rows',
  label: 'Campaigns',
  one: 'campaign',
  max: 100,
  removal: 'delete',
  allocation: true,
  required: true,
  of: row,
} as const;

/** Who goes elsewhere than a box's own allocation says: conditions, and campaigns with weights of their own. */
export const rule = defineEntity({
  name: 'rule',
  path: 'rules',
  table: 'rules',
  one: 'Rule',
  many: 'Rules',
  title: 'name',
  routes: { list: 'rules', add: 'rulesAdd', edit: 'rulesEdit', copy: 'rulesCopy', view: 'rulesView' },
  fields: fields({
    name,
    status: PAUSABLE,
    conditions,
    allocation: { ...allocation, table: 'rule_campaigns', parent: 'ruleId' },
    notes,
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
});

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
    name,
    status: PAUSABLE,
    position,
    conditions,
    allocation: { ...allocation, table: 'global_rule_campaigns', parent: 'globalRuleId' },
    notes,
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
  routing: true,
});

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
    name,
    status: PAUSABLE,
    position,
    conditions,
    allocation: { ...allocation, table: 'banner_global_rule_campaigns', parent: 'bannerGlobalRuleId' },
    notes,
  }),
  defaultSort: { orderBy: 'position', direction: 'asc' },
  routing: true,
});
