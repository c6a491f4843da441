/** `/flat-fees`: fixed fees, which people of the top grade approve or reject. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { approveFlatFee, rejectFlatFee } from '@signpost/contract/calls/flat-fees.ts';
import { flatFee } from '@signpost/contract/entities/flat-fee.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useDecisions } from '../../../features/money/decisions/use-decisions.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { feeScreen } from './fee-screen.ts';

const REFRESH = [['records', flatFee.name]];

export default function FlatFeesPage() {
  const user = useUser();
  const { screen, dialogs } = useDecisions({
    screen: feeScreen,
    mayDecide: mayOpen(user, ROUTES.approval),
    statusField: 'feeStatus',
    refresh: REFRESH,
    approve: ({ id, version }) => send(approveFlatFee, { params: { id }, body: { version } }),
    approvedText: ({ feeStatus }) => {
      if (feeStatus === 'approved') return 'Approved: the fee counts from its first day on.';
      return 'Your approval is stored. An amount of this size needs another one.';
    },
    rejection: rejectFlatFee,
    reject: ({ id, version }, note, key) => send(rejectFlatFee, { params: { id }, body: { version, note } }, key),
    effectOf: ({ amount, currency, name, fromDay, toDay }) =>
      `${String(amount)} ${String(currency)} for “${String(name)}” counts from ${String(fromDay)} to ${String(toDay)}.`,
    rejectTitle: 'Reject the flat fee',
  });
  return (
    <>
      <RecordListPage screen={screen} />
      {dialogs}
    </>
  );
}
