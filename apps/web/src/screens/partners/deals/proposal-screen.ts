import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { dealInWords, dealText } from '../../../features/partners/deals/deal-text.ts';
import { readTextOrNull } from '../../../records/field-values.ts';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';

const payOf = ({ dealType, fixedAmount, sharePercent, labels }: RecordRow) => ({
  dealType: String(dealType),
  fixedAmount: readTextOrNull(fixedAmount),
  sharePercent: readTextOrNull(sharePercent),
  currency: labels.fixedAmount ?? baseCurrency(),
});

/** The proposed deal in one line. */
export const proposedDeal = (row: RecordRow): string => dealInWords(payOf(row));

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
  // The payment terms of the deal, as the marketplace shows them.
  cells: { fixedAmount: (row) => dealText(payOf(row)) },
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
