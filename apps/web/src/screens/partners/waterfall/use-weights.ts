/** Weights of a waterfall that are drafted before they are saved. */
import { weighWaterfall } from '@signpost/contract/calls/deals.ts';
import { type Waterfall, weightsInOrder } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { DEAL_KEYS } from '../../../features/partners/deals/use-deal-change.ts';

export function useWeights({ geoId, integrationId, deals }: Waterfall) {
  const [drafted, setDrafted] = useState<ReadonlyMap<number, number>>(new Map());
  const weights = new Map(deals.map(({ dealId, weight }) => [dealId, drafted.get(dealId) ?? weight]));
  const weightOf = (dealId: number): number => weights.get(dealId) ?? 0;
  const inOrder = [...deals].sort((a, b) => weightOf(b.dealId) - weightOf(a.dealId) || a.dealId - b.dealId);
  const order = inOrder.map(({ dealId }) => dealId).filter((id) => weightOf(id) > 0);
  const isChanged = deals.some(({ dealId, weight }) => weightOf(dealId) !== weight);
  useUnsaved(isChanged);
  const putBack = () => setDrafted(new Map());
  const save = useAction(
    () => {
      const list = deals.map(({ dealId, weight }) => ({ dealId, before: weight, after: weightOf(dealId) }));
      return send(weighWaterfall, { body: { geoId, integrationId, weights: list } });
    },
    { refresh: DEAL_KEYS, said: () => 'The order is saved.', undo: 'change', onDone: putBack },
  );
  const move = (dealId: number, to: number) => {
    const next = order.filter((id) => id !== dealId);
    next.splice(to, 0, dealId);
    if (next.join() === order.join()) return;
    // From the saved weights, so that moving a deal there and back changes nothing.
    const saved = new Map(deals.map((deal) => [deal.dealId, deal.weight]));
    const base = next.every((id) => (saved.get(id) ?? 0) > 0) ? saved : weights;
    const values = weightsInOrder(next.map((id) => ({ id, weight: base.get(id) ?? 0 })));
    setDrafted(new Map([...weights, ...next.map((id, at) => [id, values[at] ?? 0] as const)]));
  };
  return {
    inOrder,
    order,
    weights,
    weightOf,
    isChanged,
    move,
    weigh: (dealId: number, weight: number) => setDrafted(new Map([...weights, [dealId, weight]])),
    putBack,
    save,
  };
}
