/** The deals of one waterfall. Moving one drafts weights, whose effect is shown before they are saved. */

import type { EarningDays, Waterfall } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { useState } from 'react';
import { DealRow } from './deal-row.tsx';
import { WeightPreview } from './preview.tsx';
import { useWeights } from './use-weights.ts';
import classes from './waterfall.module.css';

const HEADS = ['', 'Partner', 'EPC', 'State', 'Leads', 'Lead cap', 'Weight', 'Block', ''];

export function DealOrder({ waterfall, days }: { waterfall: Waterfall; days: EarningDays }) {
  const [dragged, setDragged] = useState<number | null>(null);
  const { inOrder, order, weights, weightOf, isChanged, move, weigh, putBack, save } = useWeights(waterfall);
  return (
    <>
      <div className={classes.heads} aria-hidden>
        {HEADS.map((head, at) => (
          <span key={head || at}>{head}</span>
        ))}
      </div>
      <ol className={classes.deals} aria-label={`Order of ${waterfall.integration}`}>
        {inOrder.map((deal) => {
          const { dealId } = deal;
          const at = order.indexOf(dealId);
          return (
            <li
              key={dealId}
              className={classes.deal}
              draggable={at !== -1}
              data-dragged={dragged === dealId || undefined}
              data-changed={weightOf(dealId) !== deal.weight || undefined}
              onDragStart={() => setDragged(dealId)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && at !== -1 && event.preventDefault()}
              onDrop={() => dragged !== null && move(dragged, at)}
            >
              <DealRow
                deal={deal}
                days={days}
                drafted={{ weight: weightOf(dealId), at, count: order.length }}
                disabled={save.isPending}
                onMove={(to) => move(dealId, to)}
                onWeigh={(weight) => weigh(dealId, weight)}
              />
            </li>
          );
        })}
      </ol>
      {isChanged && (
        <WeightPreview
          waterfall={waterfall}
          days={days}
          weights={weights}
          isSaving={save.isPending}
          onSave={() => save.mutate(undefined)}
          onPutBack={putBack}
        />
      )}
    </>
  );
}
