import { listReferralCodeUses } from '@signpost/contract/calls/referral-codes.ts';
import { CallError } from '../../api/call-error.tsx';
import { useCall } from '../../api/calls.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './referral-codes.module.css';

/** How often a code was used, and the first deposits that resulted. */
export function CodeUsesPanel({ id }: { id: number }) {
  const { data, error, refetch } = useCall(listReferralCodeUses, { query: { ids: [id] } });
  if (error && !data) return <CallError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const { uses, firstDeposits } = data[0] ?? { uses: 0, firstDeposits: 0 };
  return (
    <Panel title="Uses">
      <p className={classes.uses}>
        Used <strong>{formatNumber(uses)}</strong> times, <strong>{formatNumber(firstDeposits)}</strong> first deposits
        resulted.
      </p>
    </Panel>
  );
}
