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
import { NumberField } from '../../fields/number-field.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Toggle } from '../../ui/fields/toggle.tsx';
import { Badge } from '../../ui/values/values.tsx';
import classes from './waterfall.module.css';

const STATES = {
  open: { label: 'Open', tone: 'good' },
  full: { label: 'Cap reached', tone: 'attention' },
  partner_paused: { label: 'Partner paused', tone: 'neutral' },
  not_valid: { label: 'Not valid today', tone: 'neutral' },
  off: { label: 'Weight 0', tone: 'neutral' },
} as const;
const REFRESH = [showWaterfall, listWaterfallGeos, ['records', 'partner']];
const MOST = 1_000_000;

function Fill({ deal }: { deal: WaterfallDeal }) {
  const { accepted, leadCap, timeZone } = deal;
  const part = leadCap === null ? 0 : leadCap === 0 ? 100 : Math.min(100, (accepted / leadCap) * 100);
  return (
    <div className={classes.fill} title={`Day of ${timeZone}`}>
      <span>{leadCap === null ? `${accepted} today` : `${accepted} of ${leadCap} today`}</span>
      <div className={classes.bar} data-full={part >= 100 || undefined} aria-hidden>
        <span style={{ width: `${part}%` }} />
      </div>
    </div>
  );
}

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
    mayOpen(user, ROUTES.partnersEdit) ? hashHref(path.partnersEdit({ id })) : undefined;
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
              <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            </span>
            <Fill deal={deal} />
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
