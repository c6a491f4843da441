import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { NEWEST_FIRST } from './shared/fields.ts';
import { COUNT } from './shared/ledger-fields.ts';

/** An uploaded file of gambling stats. */
export const gamblingImport = defineEntity({
  name: 'gamblingImport',
  path: 'gambling-imports',
  table: 'gambling_imports',
  one: 'Import',
  many: 'Imports',
  title: 'name',
  // Created by uploading a file, not by a form.
  routes: { list: 'gamblingStats', also: { list: ['gamblingStatsCsvUpload'] } },
  listWith: null,
  fields: fields({
    name: { kind: 'text', label: 'File', max: 200, required: true, readOnly: true, search: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true, readOnly: true },
    mapping: { kind: 'json', label: 'Columns', readOnly: true, required: true, hideInList: true },
    importState: {
      kind: 'choice',
      label: 'State',
      required: true,
      readOnly: true,
      options: [
        { value: 'uploaded', label: 'Not checked yet' },
        { value: 'checking', label: 'Checking' },
        { value: 'checked', label: 'Checked', tone: 'accent' },
        { value: 'importing', label: 'Importing' },
        { value: 'imported', label: 'Imported', tone: 'good' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
        { value: 'undoing', label: 'Undoing' },
        { value: 'undone', label: 'Undone', tone: 'attention' },
      ],
    },
    rowsTotal: { ...COUNT, label: 'Rows', readOnly: true },
    rowsDone: { ...COUNT, label: 'Done', readOnly: true, hideInList: true },
    rowsGood: { ...COUNT, label: 'Valid', readOnly: true },
    rowsBad: { ...COUNT, label: 'Refused', readOnly: true },
    problem: { kind: 'text', label: 'Problem', max: 500, readOnly: true },
  }),
  defaultSort: NEWEST_FIRST,
});
