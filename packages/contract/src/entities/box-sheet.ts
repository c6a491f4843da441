import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

const DECISION = 500;

/** A request for many campaign boxes or direct links at once. Its rows are a grid of their own (docs/product/sheets.md). */
export const boxSheet = defineEntity({
  name: 'boxSheet',
  path: 'box-sheets',
  table: 'box_sheets',
  kindOf: { column: 'kind', is: ['campaign', 'direct'] },
  one: 'Box sheet',
  many: 'Box sheets',
  title: 'name',
  routes: { list: 'sheets', add: 'sheetsAdd', edit: 'sheetsEdit' },
  lockedWhen: { field: 'state', is: ['made'] },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    kind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      readOnly: true,
      options: [
        { value: 'campaign', label: 'Campaign boxes' },
        { value: 'direct', label: 'Direct links' },
      ],
    },
    state: {
      kind: 'choice',
      label: 'State',
      required: true,
      readOnly: true,
      options: [
        { value: 'draft', label: 'Draft', tone: 'neutral' },
        { value: 'requested', label: 'Requested', tone: 'accent' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
        { value: 'made', label: 'Made', tone: 'good' },
      ],
    },
    rowCount: { kind: 'integer', label: 'Rows', min: 0, max: 10_000, required: true, readOnly: true },
    rowsVersion: {
      kind: 'integer',
      label: 'Version of the rows',
      min: 1,
      max: 1_000_000_000,
      required: true,
      readOnly: true,
      hideInList: true,
    },
    assigneeId: {
      kind: 'reference',
      label: 'Assignee',
      to: 'user',
      readOnly: true,
      help: 'The person who makes what the sheet asks for.',
    },
    createdById: { kind: 'reference', label: 'Created by', to: 'user', readOnly: true },
    requestedById: { kind: 'reference', label: 'Requested by', to: 'user', readOnly: true },
    requestedAt: { kind: 'instant', label: 'Requested', readOnly: true },
    decidedById: { kind: 'reference', label: 'Decided by', to: 'user', readOnly: true },
    decidedAt: { kind: 'instant', label: 'Decided', readOnly: true },
    rejection: { kind: 'text', label: 'Reason of the rejection', max: DECISION, readOnly: true, hideInList: true },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
});
