import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { recordScreen } from '../../../records/screen.ts';

const shared = {
  columns: [
    'name',
    'state',
    'rowCount',
    'requestedById',
    'requestedAt',
    'assigneeId',
    'createdById',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['createdById'],
  cardNumbers: ['state', 'rowCount'],
  filters: ['state', 'assigneeId', 'requestedById', 'createdById'],
  sections: [{ title: 'Sheet', fields: ['name'] }],
} as const;

/** Sheets of campaign boxes and of direct links. */
export const sheetScreen = recordScreen({
  ...shared,
  entity: boxSheet,
  columns: ['name', 'kind', ...shared.columns.slice(1)],
  filters: ['kind', ...shared.filters],
  purpose:
    'A box sheet asks for many campaign boxes, or many direct links, at once. Paste the rows from a spreadsheet, mend what is marked, and request the boxes. Add the first sheet.',
});

/** Sheets of SEO boxes. */
export const seoSheetScreen = recordScreen({
  ...shared,
  entity: seoBoxSheet,
  purpose:
    'An SEO box sheet asks for many SEO campaign boxes at once. Paste the rows from a spreadsheet, mend what is marked, and request the boxes. Add the first sheet.',
});
