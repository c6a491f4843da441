/** The deals of a partner, nested under its row. They are read when the row is opened, so that they are current. */

import { listPartnerDeals } from '@signpost/contract/calls/deals.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import classes from './deal-columns.module.css';
import { DealTable } from './deal-columns.tsx';
import { DEAL_TODAY_COLUMNS } from './deal-fill.tsx';

export function NestedDeals({ partnerId }: { partnerId: number }) {
  const deals = useCall(listPartnerDeals, { params: { id: partnerId } });
  return (
    <Loaded of={deals} keepsData skeleton={<p className={classes.note}>{TEXT.loading}</p>}>
      {(data) => {
        if (data.length === 0) return <p className={classes.note}>{TEXT.noData}</p>;
        return <DealTable deals={data} idOf={({ dealId }) => dealId} more={DEAL_TODAY_COLUMNS} />;
      }}
    </Loaded>
  );
}
