import { fields, type ReferenceField } from '../../define/field.ts';
import { CONDITION_LABELS, conditionsSchema, type RecordConditionField } from '../../traffic/clicks/conditions.ts';

export const RULE_NAME = { kind: 'text', label: 'Name', max: 120, required: true, search: true, unique: true } as const;

export const RULE_CONDITIONS = {
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

export const RULE_NOTES = { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true } as const;

export const RULE_POSITION = {
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

export const RULE_ALLOCATION = {
  kind: 'rows',
  label: 'Campaigns',
  one: 'campaign',
  max: 100,
  removal: 'delete',
  allocation: true,
  required: true,
  of: row,
} as const;
