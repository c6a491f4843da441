/** Automatic weights: the result of the last round, the changes and their reasons. */

import type { BoxCalls } from '@signpost/contract/calls/routing.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import {
  WEIGHT_METRICS,
  type WeightArm,
  type WeightRound,
} from '@signpost/contract/traffic/clicks/automatic-weights.ts';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EMPTY, formatNumber, formatPercent } from '../../../ui/values/format.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './box.module.css';
import routing from './routing.module.css';
import { type SmallRow, SmallTable } from './small-table.tsx';

const HEADS = ['Clicks', 'Conversions', 'Still to come'] as const;
const valueHead = (value: 'epc' | 'ftd_rate'): string => {
  if (value === 'epc') return `EPC expected (${baseCurrency()})`;
  return 'FTD rate expected';
};
const EPC_PLACES = 4;

function Likely({ best }: { best: number }) {
  return (
    <span className={classes.likely}>
      <span className={routing.share} aria-hidden>
        <span style={{ width: `${best * 100}%` }} />
      </span>
      {formatPercent(best, 0)}
    </span>
  );
}

function rowOf(arm: WeightArm, metric: WeightRound['metric']): SmallRow {
  const value = metric === 'epc' ? formatNumber(arm.value, EPC_PLACES) : formatPercent(arm.value, 2);
  const name = arm.held === null ? arm.name : `${arm.name} · ${arm.held}`;
  const likely = arm.held === null ? <Likely best={arm.best} /> : EMPTY;
  const weight = arm.before === arm.after ? String(arm.after) : `${arm.before} → ${arm.after}`;
  const counts = [formatNumber(arm.clicks), formatNumber(arm.conversions), formatNumber(arm.toCome, 1)];
  return { key: arm.campaignId, cells: [name, ...counts, value, likely, weight] };
}

function Arms({ round: { arms, metric } }: { round: WeightRound }) {
  const heads = [...HEADS, valueHead(metric), 'Likely best', 'Weight'];
  return (
    <SmallTable
      label="Last round of automatic weights"
      columns={[{ head: 'Campaign' }, ...heads.map((head) => ({ head, number: true }))]}
      rows={arms.map((arm) => rowOf(arm, metric))}
    />
  );
}

function RoundTimes({ round }: { round: WeightRound | null }) {
  const { timeZone } = useUser();
  if (round === null) return 'Once an hour, unlocked weights are adjusted to what the campaigns earn.';
  return (
    <>
      By {WEIGHT_METRICS[round.metric]}. Last round <Time value={round.ranAt} zone={timeZone} />
      {round.nextAt !== null && (
        <>
          , the next after <Time value={round.nextAt} zone={timeZone} />
        </>
      )}
      .
    </>
  );
}

function Round({ round }: { round: WeightRound | null }) {
  if (round === null)
    return <EmptyState title="Nothing to show">The first round runs within a minute of saving.</EmptyState>;
  return (
    <>
      <p className={classes.reason}>{round.because}</p>
      <Arms round={round} />
    </>
  );
}

/** Shown for a box with automatic weights. */
export function WeightsPanel({ calls, box }: { calls: BoxCalls; box: RecordRow }) {
  const frozen = box.weightsFrozen === true;
  const params = { id: box.id };
  const round = useCall(calls.showWeights, { params });
  const weigh = useAction(() => send(calls.weigh, { params }), {
    refresh: [['records']],
    said: () => 'The weights are being recalculated.',
  });
  const renderActions = () => {
    if (box.may.edit && !frozen)
      return (
        <Button kind="quiet" loading={weigh.isPending} onClick={() => weigh.mutate(undefined)}>
          Recalculate now
        </Button>
      );
    return undefined;
  };
  return (
    <Panel
      title={frozen ? 'Automatic weights, frozen' : 'Automatic weights'}
      description={<RoundTimes round={round.data ?? null} />}
      actions={renderActions()}
    >
      <Loaded of={round} skeleton={<TableSkeleton rows={3} columns={6} />}>
        {(data) => <Round round={data} />}
      </Loaded>
    </Panel>
  );
}
