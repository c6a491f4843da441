/** A fact that the statistics engine refused: read here, mended and replayed by calls of its own. */
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

const seen = { readOnly: true, required: true } as const;

export const deadLetter = defineEntity({
  name: 'deadLetter',
  path: 'dead-letters',
  table: 'dead_letters',
  one: 'Dead letter',
  many: 'Dead letters',
  title: 'chunkId',
  routes: { list: 'affiliateTransactions' },
  fields: fields({
    chunkId: { kind: 'text', label: 'Chunk', max: 120, mono: true, search: true, ...seen },
    place: { kind: 'text', label: 'Place', max: 40, mono: true, ...seen },
    source: {
      kind: 'choice',
      label: 'Of',
      ...seen,
      options: [
        { value: 'click', label: 'Clicks' },
        { value: 'conversion', label: 'Conversions' },
      ],
    },
    state: {
      kind: 'choice',
      label: 'State',
      ...seen,
      options: [
        { value: 'waiting', label: 'Waiting', tone: 'attention' },
        { value: 'replayed', label: 'Replayed', tone: 'good' },
        { value: 'dropped', label: 'Dropped', tone: 'neutral' },
      ],
    },
    refusedAt: { kind: 'instant', label: 'Refused', ...seen },
    code: { kind: 'integer', label: 'Code', min: 0, max: 1_000_000, ...seen },
    problem: { kind: 'text', label: 'What is wrong', max: 2000, search: true, ...seen },
    line: { kind: 'text', label: 'Fact', max: 100_000, mono: true, search: true, hideInList: true, ...seen },
  }),
  defaultSort: { orderBy: 'refusedAt', direction: 'desc' },
});
