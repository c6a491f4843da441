/** `/deal-approval-form`: deals are proposed, and approved or rejected by management. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { approveProposal, listMarketplace, listOpenDeals, rejectProposal } from '@signpost/contract/calls/deals.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { proposalPresetSchema } from '@signpost/contract/records/deals.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { useMemo } from 'react';
import { useSearchParts } from '../../../address/use-search.ts';
import { send } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useDecisions } from '../../../features/money/decisions/use-decisions.tsx';
import { RecordListPage } from '../../../records/list-page.tsx';
import { proposalScreen, proposedDeal } from './proposal-screen.ts';

const REFRESH = [['records', dealProposal.name], ['records', partner.name], listOpenDeals, listMarketplace];

export default function ProposalsPage() {
  const user = useUser();
  // A request from the marketplace opens the form with the known values.
  const { preset } = useSearchParts();
  const { screen, dialogs } = useDecisions({
    screen: proposalScreen,
    mayDecide: mayOpen(user, ROUTES.globalDealForm),
    statusField: 'proposalStatus',
    refresh: REFRESH,
    approve: ({ id, version }) => send(approveProposal, { params: { id }, body: { version } }),
    approvedText: ({ proposalStatus, validFrom }) => {
      if (proposalStatus === 'proposed') return 'Your approval is stored. Its effect in money needs another one.';
      return `Approved: the deal applies from ${String(validFrom)} on.`;
    },
    rejection: rejectProposal,
    reject: ({ id, version }, note, key) => send(rejectProposal, { params: { id }, body: { version, note } }, key),
    effectOf: (row) =>
      `The deal (${proposedDeal(row)}) is added to ${row.labels.partnerId} for ${row.labels.geoId} and applies from ${String(row.validFrom)} on.`,
    rejectTitle: 'Reject the proposal',
  });
  const presets = useMemo(() => {
    const known = proposalPresetSchema.safeParse(preset);
    if (known.success) return known.data;
    return {};
  }, [preset]);
  return (
    <>
      <RecordListPage screen={screen} presets={presets} />
      {dialogs}
    </>
  );
}
