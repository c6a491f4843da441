import { RecordListPage } from '../../../records/list-page.tsx';
import { proposalScreen } from './proposal-screen.ts';

const screen = {
  ...proposalScreen,
  columns: proposalScreen.columns.filter((name) => name !== 'proposalStatus'),
  filters: proposalScreen.filters.filter((name) => name !== 'proposalStatus'),
  fixed: { proposalStatus: ['approved'] },
  purpose: 'Deals that management approved, with the first day of each.',
};

/** `/approved-deals`: approved deals, with who approved them and their first day. */
export default function ApprovedDealsPage() {
  return <RecordListPage screen={screen} />;
}
