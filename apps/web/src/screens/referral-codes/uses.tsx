import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { CodeUses } from '@signpost/contract/records/referral-codes.ts';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../api/call-error.tsx';
import { fetchData } from '../../api/client.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './referral-codes.module.css';

/** How often a code was used, and the first deposits that resulted. */
export function CodeUsesPanel({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['referral code uses', id],
    queryFn: ({ signal }) => fetchData<CodeUses[]>(`referral-codes/uses?${buildQuery({ ids: [id] })}`, signal),
  });
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
