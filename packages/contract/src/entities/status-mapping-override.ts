import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { MEANING_LABELS, MEANINGS } from '../partners/conversions/postback.ts';
import { NEWEST_FIRST } from './shared/fields.ts';

/** The meaning of a partner’s own status, from a day on. */
export const statusMappingOverride = defineEntity({
  name: 'statusMappingOverride',
  path: 'status-mapping-overrides',
  table: 'status_mapping_overrides',
  one: 'Status mapping',
  many: 'Status mappings',
  title: 'status',
  routes: { list: 'statusMappingOverride', add: 'statusMappingOverride', edit: 'statusMappingOverride' },
  fields: fields({
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    status: { kind: 'text', label: 'Partner’s status', max: 120, required: true, search: true, mono: true },
    meaning: {
      kind: 'choice',
      label: 'Counts as',
      required: true,
      options: MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] })),
    },
    validFrom: { kind: 'date', label: 'Valid from', required: true },
    reason: { kind: 'text', label: 'Reason', max: 500, search: true },
  }),
  defaultSort: NEWEST_FIRST,
  routing: true,
});
