import { listMarketplace, listOpenDeals } from '@signpost/contract/calls/deals.ts';
import { listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import { dealProposal } from '@signpost/contract/entities/deal-proposal.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { partnerOverride } from '@signpost/contract/entities/partner-override.ts';
import { callKey, recordsKey } from '../../../api/calls.ts';

/** The cache keys of all data that a verdict on a change of terms may change. */
export const CHANGE_CALLS = [
  callKey(listWaitingChanges),
  callKey(listOpenDeals),
  callKey(listMarketplace),
  ...[dealProposal, partnerOverride, partner].map(recordsKey),
];
