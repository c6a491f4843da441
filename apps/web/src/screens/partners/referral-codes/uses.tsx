import { listReferralCodeUses } from '@signpost/contract/calls/referral-codes.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import classes from './referral-codes.module.css';

const NOT_USED = { uses: 0, firstDeposits: 0 };

/** How often a code was used, and the first deposits that resulted. */
export function CodeUsesPanel({ id }: { id: number }) {
  const answer = useCall(listReferralCodeUses, { query: { ids: [id] } });
  return (
    <Loaded of={answer} keepsData skeleton={null}>
      {([counts = NOT_USED]) => (
        <Panel title="Uses">
          <p className={classes.uses}>
            Used <strong>{formatNumber(counts.uses)}</strong> times,{' '}
            <strong>{formatNumber(counts.firstDeposits)}</strong> first deposits resulted.
          </p>
        </Panel>
      )}
    </Loaded>
  );
}
