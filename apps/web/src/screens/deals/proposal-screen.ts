import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { BASE_CURRENCY } from '@signpost/contract/stats/fact.ts';
import { dealText } from '../../features/deals/deal-text.ts';
import { type RecordRow, recordScreen } from '../../records/screen.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What the proposed deal pays, as the marketplace shows it. */
export const proposedTerms = ({ fixedAmount, sharePercent, labels }: RecordRow): string =>
  dealText({
    fixedAmount: textOf(fixedAmount),
    sharePercent: textOf(sharePercent),
    currency: labels.fixedAmount ?? BASE_CURRENCY,
  });

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
  cells: { fixedAmount: proposedTerms },
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
