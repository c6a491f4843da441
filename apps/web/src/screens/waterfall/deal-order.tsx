/** The deals of one waterfall: moved by drag or by buttons, blocked, capped. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import {
  changeWaterfallDeal,
  listWaterfallGeos,
  orderWaterfall,
  showWaterfall,
} from '@signpost/contract/calls/deals.ts';
import type { Waterfall, WaterfallDeal } from '@signpost/contract/clicks/waterfall.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { DealFill, DealState } from '../../features/deals/deal-fill.tsx';
import { NumberField } from '../../fields/number-field.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import classes from './waterfall.module.css';

const REFRESH = [showWaterfall, listWaterfallGeos, ['records', 'partner']];
const MOST = 1_000_000;

function Cap({ deal, onSave }: { deal: WaterfallDeal; onSave: (leadCap: number | null) => void }) {
  const [cap, setCap] = useState(deal.leadCap);
  return (
    <NumberField
      label={`Lead cap of ${deal.partner}`}
      hideLabel
      placeholder="No cap"
      min={0}
      max={MOST}
      value={cap}
      onChange={setCap}
      onBlur={() => cap !== deal.leadCap && onSave(cap)}
    />
  );
}

export function DealOrder({ waterfall }: { waterfall: Waterfall }) {
  const user = useUser();
  const [dragged, setDragged] = useState<number | null>(null);
  const { geoId, integrationId, deals } = waterfall;
  const inOrder = deals.filter(({ weight }) => weight > 0).map(({ dealId }) => dealId);
  const order = useAction((dealIds: number[]) => send(orderWaterfall, { body: { geoId, integrationId, dealIds } }), {
    refresh: REFRESH,
    said: () => 'The order is saved.',
    undo: 'change',
  });
  const change = useAction(
    ({ dealId, ...body }: { dealId: number; waterfallBlocked?: boolean; leadCap?: number | null }) =>
      send(changeWaterfallDeal, { params: { id: dealId }, body }),
    { refresh: REFRESH, said: () => 'The deal is saved.', undo: 'change' },
  );
  const move = (dealId: number, to: number) => {
    const next = inOrder.filter((id) => id !== dealId);
    next.splice(to, 0, dealId);
    if (next.join() !== inOrder.join()) order.mutate(next);
  };
  const partnerHref = (id: number) =>
    mayOpen(user, ROUTES.partnersView) ? hashHref(path.partnersView({ id })) : undefined;
  return (
    <ol className={classes.deals} aria-label={`Order of ${waterfall.integration}`}>
      {deals.map((deal) => {
        const { dealId, partner, state } = deal;
        const at = inOrder.indexOf(dealId);
        return (
          <li
            key={dealId}
            className={classes.deal}
            draggable={at !== -1}
            data-dragged={dragged === dealId || undefined}
            onDragStart={() => setDragged(dealId)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && at !== -1 && event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, at)}
          >
            <span className={classes.grip} aria-hidden>
              {at !== -1 && <IconGripVertical size={16} />}
            </span>
            <div className={classes.name}>
              <a href={partnerHref(deal.partnerId)}>{partner}</a>
              <span>
                {deal.dealType} · weight {deal.weight}
              </span>
            </div>
            <span className={classes.state}>
              <DealState state={state} />
            </span>
            <div className={classes.filled}>
              <DealFill deal={deal} />
            </div>
            <div className={classes.cap}>
              <Cap key={String(deal.leadCap)} deal={deal} onSave={(leadCap) => change.mutate({ dealId, leadCap })} />
            </div>
            <div className={classes.block}>
              <Toggle
                label="Block"
                value={deal.waterfallBlocked}
                onChange={(waterfallBlocked) => change.mutate({ dealId, waterfallBlocked })}
              />
            </div>
            <div className={classes.move}>
              <IconButton
                label={`Move ${partner} up`}
                disabled={at <= 0 || order.isPending}
                onClick={() => move(dealId, at - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${partner} down`}
                disabled={at === -1 || at === inOrder.length - 1 || order.isPending}
                onClick={() => move(dealId, at + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </IconButton>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
