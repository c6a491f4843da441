import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { recordScreen } from '../../records/screen.ts';

/** Proposed deals. */
export const proposalScreen = recordScreen({
  entity: dealProposal,
  columns: [
    'reason',
    'partnerId',
    'geoId',
    'integrationId',
    'dealType',
    'fixedAmount',
    'sharePercent',
    'validFrom',
    'proposalStatus',
    'proposedById',
    'validTo',
    'decidedById',
    'decidedAt',
    'id',
  ],
  hiddenColumns: ['integrationId', 'sharePercent', 'validTo', 'decidedAt'],
  cardNumbers: ['fixedAmount', 'proposalStatus'],
  filters: ['proposalStatus', 'partnerId', 'geoId', 'integrationId', 'dealType', 'proposedById', 'validFrom'],
  drawer: true,
  purpose: 'Propose a deal with a partner. After management approves it, it applies from its first day.',
  sections: [
    {
      title: 'Deal',
      columns: 2,
      fields: [
        'partnerId',
        'geoId',
        'integrationId',
        'dealType',
        'dealRevenueType',
        'fixedAmount',
        'sharePercent',
        'leadCap',
        'weight',
        'validFrom',
        'validTo',
        'rejectedPaid',
      ],
    },
    { title: 'Reason', wide: true, fields: ['reason'] },
  ],
});
