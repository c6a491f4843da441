import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { READ_ONLY } from './shared/fields.ts';

/** A fact that the statistics engine refused. Separate calls correct and replay it. */
export const deadLetter = defineEntity({
  name: 'deadLetter',
  path: 'dead-letters',
  table: 'dead_letters',
  one: 'Dead letter',
  many: 'Dead letters',
  title: 'chunkId',
  routes: { list: 'affiliateTransactions' },
  fields: fields({
    chunkId: { kind: 'text', label: 'Chunk', max: 120, mono: true, search: true, ...READ_ONLY },
    place: { kind: 'text', label: 'Place', max: 40, mono: true, ...READ_ONLY },
    source: {
      kind: 'choice',
      label: 'Source',
      ...READ_ONLY,
      options: [
        { value: 'click', label: 'Clicks' },
        { value: 'conversion', label: 'Conversions' },
      ],
    },
    state: {
      kind: 'choice',
      label: 'State',
      ...READ_ONLY,
      options: [
        { value: 'waiting', label: 'Waiting', tone: 'attention' },
        { value: 'replayed', label: 'Replayed', tone: 'good' },
        { value: 'dropped', label: 'Dropped', tone: 'neutral' },
      ],
    },
    refusedAt: { kind: 'instant', label: 'Refused', ...READ_ONLY },
    code: { kind: 'integer', label: 'Code', min: 0, max: 1_000_000, ...READ_ONLY },
    problem: { kind: 'text', label: 'Problem', max: 2000, search: true, ...READ_ONLY },
    line: { kind: 'text', label: 'Fact', max: 100_000, mono: true, search: true, hideInList: true, ...READ_ONLY },
  }),
  defaultSort: { orderBy: 'refusedAt', direction: 'desc' },
});
