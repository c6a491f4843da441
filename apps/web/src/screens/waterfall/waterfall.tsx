import { SegmentedControl } from '@mantine/core';
import { showWaterfall } from '@signpost/contract/calls/deals.ts';
import { EARNING_DAYS } from '@signpost/contract/clicks/waterfall.ts';
import { memberOf } from '@signpost/contract/define/objects.ts';
import { useGo } from '../../address/use-go.ts';
import { useScreenSearch } from '../../address/use-search.ts';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { ReferenceInput } from '../../fields/reference-input.tsx';
import { EmptyState, FormSkeleton } from '../../ui/feedback/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DealOrder } from './deal-order.tsx';
import { Geos } from './geos.tsx';
import classes from './waterfall.module.css';

export default function WaterfallPage() {
  const search = useScreenSearch('partnersWaterfall');
  const geoId = search.geo ?? null;
  const days = memberOf(EARNING_DAYS, search.days) ?? EARNING_DAYS[0];
  const go = useGo();
  const query = { geoId: geoId ?? 0, days };
  const { data, error, refetch } = useCall(showWaterfall, { query }, { enabled: geoId !== null, keepsPrevious: true });
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
      {geoId === null ? (
        <Geos />
      ) : error ? (
        <CallError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <FormSkeleton />
      ) : data.length === 0 ? (
        <EmptyState title="Nothing to show">No partner has a deal for this geo. Add deals on the partner.</EmptyState>
      ) : (
        data.map((one) => (
          <Panel
            key={`${geoId} ${one.integrationId}`}
            title={one.integration}
            description="The weight decides which deal is tried first. What it cannot take goes to the next deal in this list."
          >
            <DealOrder waterfall={one} days={days} />
          </Panel>
        ))
      )}
    </div>
  );
}
