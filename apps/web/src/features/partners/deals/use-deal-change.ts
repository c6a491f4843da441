import {
  changeWaterfallDeal,
  listPartnerDeals,
  listWaterfallGeos,
  showWaterfall,
} from '@signpost/contract/calls/deals.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import type { DealFields } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callKey, recordsKey, send } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { sayChanged } from '../../../api/undo.ts';

/** The cache keys of all data with deals, which is fetched again after a deal has changed. */
export const DEAL_KEYS = [
  callKey(showWaterfall),
  callKey(listWaterfallGeos),
  callKey(listPartnerDeals),
  recordsKey(partner),
];

/**
 * Changes single fields of a deal in a list, and offers to undo the change. Resolves with null when the change is
 * saved, and with the message to show at the field when the server refuses it.
 */
export function useDealChange() {
  const client = useQueryClient();
  return async (
    { dealId, partner: name }: { dealId: number; partner: string },
    change: DealFields,
    before: DealFields,
  ): Promise<string | null> => {
    let refusal: string | null = null;
    try {
      const { requestId } = await send(changeWaterfallDeal, { params: { id: dealId }, body: { change, before } });
      sayChanged(client, `The deal of ${name} is saved.`, requestId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusal = error.reason;
    }
    await Promise.all(DEAL_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
    return refusal;
  };
}
