import { showWaterfall } from '@signpost/contract/calls/deals.ts';
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
  const { geo: geoId = null } = useScreenSearch('partnersWaterfall');
  const go = useGo();
  const query = { geoId: geoId ?? 0 };
  const { data, error, refetch } = useCall(showWaterfall, { query }, { enabled: geoId !== null });
  return (
    <div className={classes.page}>
      <div className={classes.geo}>
        <ReferenceInput
          label="Geo"
          to="geo"
          value={geoId}
          placeholder="Choose a geo"
          onChange={(next) => void go({ search: { geo: next } })}
        />
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
            key={one.integrationId}
            title={one.integration}
            description="The weight decides which deal is tried first. What it cannot take goes to the next deal in this list."
          >
            <DealOrder waterfall={one} />
          </Panel>
        ))
      )}
    </div>
  );
}
