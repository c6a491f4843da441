import { lookerReport } from '@signpost/contract/entities/looker-report.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Looker reports as records: the reports to embed, in order. */
export const lookerScreen = recordScreen({
  entity: lookerReport,
  columns: ['name', 'url', 'position', 'updatedAt', 'id'],
  cardNumbers: ['position', 'updatedAt'],
  filters: ['name'],
  drawer: true,
  purpose:
    'A Looker report is shown to everyone who can open this screen. Only reports from Looker’s own hosts can be embedded.',
  sections: [{ title: 'Report', fields: ['name', 'url', 'position'] }],
});
