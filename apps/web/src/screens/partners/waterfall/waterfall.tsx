import { SegmentedControl } from '@mantine/core';
import { showWaterfall } from '@signpost/contract/calls/deals.ts';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { EARNING_DAYS } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { useGo } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DealOrder } from './deal-order.tsx';
import { Geos } from './geos.tsx';
import classes from './waterfall.module.css';

interface OrdersProps {
  geoId: number;
  days: (typeof EARNING_DAYS)[number];
  waterfalls: CallAnswer<typeof showWaterfall>;
}

/** The order of the deals in a geo, for each integration. */
function Orders({ geoId, days, waterfalls }: OrdersProps) {
  if (waterfalls.length === 0)
    return (
      <EmptyState title="Nothing to show">No partner has a deal for this geo. Add deals on the partner.</EmptyState>
    );
  return waterfalls.map((one) => (
    <Panel
      key={`${geoId} ${one.integrationId}`}
      title={one.integration}
      description="The weight decides which deal is tried first. What it cannot take goes to the next deal in this list."
    >
      <DealOrder waterfall={one} days={days} />
    </Panel>
  ));
}

export default function WaterfallPage() {
  const search = useScreenSearch('partnersWaterfall');
  const geoId = search.geo ?? null;
  const days = memberOf(EARNING_DAYS, search.days) ?? EARNING_DAYS[0];
  const go = useGo();
  const query = { geoId: geoId ?? 0, days };
  const orders = useCall(showWaterfall, { query }, { enabled: geoId !== null, keepsPrevious: true });
  const renderDeals = () => {
    if (geoId === null) return <Geos />;
    return (
      <Loaded of={orders} skeleton={<FormSkeleton />}>
        {(data) => <Orders geoId={geoId} days={days} waterfalls={data} />}
      </Loaded>
    );
  };
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.geo}>
          <ReferenceInput
            label="Geo"
            to="geo"
            value={geoId}
            placeholder="Choose a geo"
            onChange={(next) => void go({ search: { geo: next, days: search.days } })}
          />
        </div>
        {geoId !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Days of the EPC"
            value={String(days)}
            onChange={(next) => void go({ search: { geo: geoId, days: Number(next) } })}
            data={EARNING_DAYS.map((value) => ({ value: String(value), label: `EPC of ${value} days` }))}
          />
        )}
      </div>
      {renderDeals()}
    </div>
  );
}
