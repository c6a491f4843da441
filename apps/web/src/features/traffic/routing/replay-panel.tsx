/** Replays the real clicks of the last days through a draft, beside its editor. */

import { replayDraft } from '@signpost/contract/calls/routing.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { REPLAY_DAYS, type Replay, type ReplayShift } from '@signpost/contract/traffic/clicks/replay.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callKey, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { NumberField } from '../../../fields/number-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatChange, formatMoney, formatNumber, formatPercent } from '../../../ui/values/format.ts';
import { Change } from '../../../ui/values/values.tsx';
import classes from './box.module.css';
import type { DraftProps } from './check-panel.tsx';
import draft from './draft.module.css';
import { SmallTable } from './small-table.tsx';

const isBox = (kind: DraftProps['kind']) => kind === 'campaignBox' || kind === 'seoCampaignBox';
const signed = (by: number): string => {
  if (by > 0) return `+${formatNumber(by)}`;
  return formatNumber(by);
};
const SHIFT_HEADS = ['Recorded', 'As saved', 'Draft', 'Shift', 'Change'];
const CAP_COLUMNS = [
  { head: 'Deal with a lead cap' },
  ...[
    'Cap per day',
    'Leads per day, as saved',
    'Leads per day, draft',
    'Clicks stopped, as saved',
    'Clicks stopped, draft',
  ].map((head) => ({ head, number: true })),
];
const shareOf = (before: number, after: number): number | null => {
  if (before === 0) return null;
  return (after - before) / before;
};

function Shifts({ of, rows }: { of: string; rows: readonly ReplayShift[] }) {
  return (
    <SmallTable
      label={`Clicks by ${of.toLowerCase()}`}
      columns={[{ head: of }, ...SHIFT_HEADS.map((head) => ({ head, number: true }))]}
      rows={rows.map(({ id, name, recorded, before, after }) => ({
        key: id,
        cells: [
          name,
          formatNumber(recorded),
          formatNumber(before),
          formatNumber(after),
          signed(after - before),
          // Neither direction is good or bad in itself.
          formatChange(shareOf(before, after)),
        ],
      }))}
    />
  );
}

/** How many clicks a rule matches. */
function Matched({ result: { rule, clicks: all, unjudged } }: { result: Replay }) {
  const clicks = all - unjudged;
  if (rule === null || clicks === 0) return null;
  const { matched, decides, boxes } = rule;
  const describeBoxes = () => {
    if (boxes === 0) return 'of all boxes; no box uses it yet.';
    return `of the boxes that use it, and would decide ${formatNumber(decides)}.`;
  };
  return (
    <p className={draft.summary}>
      <strong>
        The rule matches {formatNumber(matched)} of {formatNumber(clicks)} clicks ({formatPercent(matched / clicks)})
      </strong>{' '}
      {describeBoxes()}
    </p>
  );
}

/** The clicks that the replay leaves out. */
function Unjudged({ result: { clicks, unjudged } }: { result: Replay }) {
  if (unjudged === 0) return null;
  return (
    <p className={draft.summary}>
      <strong>
        {formatNumber(unjudged)} of {formatNumber(clicks)} clicks ({formatPercent(unjudged / clicks)}) cannot be judged:
      </strong>{' '}
      a rule asks for their IP address, which is not stored. They are left out of this replay.
    </p>
  );
}

function Summary({ result }: { result: Replay }) {
  const { decided, moved, revenue } = result;
  const clicks = result.clicks - result.unjudged;
  const before = Number(revenue.before);
  const after = Number(revenue.after);
  const unknown = 1 - Math.min(revenue.knownBefore, revenue.knownAfter);
  const money = (value: string) => formatMoney(value, baseCurrency());
  const renderMoves = () => {
    if (moved === 0) return <strong>Nothing would shift.</strong>;
    return (
      <strong>
        {formatNumber(moved)} of {formatNumber(clicks)} clicks ({formatPercent(moved / clicks)}) would go elsewhere.
      </strong>
    );
  };
  return (
    <p role="status" className={draft.summary}>
      {renderMoves()} Expected revenue: {money(revenue.before)} as saved, {money(revenue.after)} with the draft{' '}
      {before !== 0 && <Change text={formatChange((after - before) / Math.abs(before))} isGood={after > before} />}.{' '}
      {unknown > 0.0005 && `The value of ${formatPercent(unknown)} of the clicks is not known yet. `}
      {decided < clicks &&
        `${formatNumber(decided)} clicks were replayed as a sample, and the results scaled up to all clicks.`}
    </p>
  );
}

function Caps({ caps }: { caps: Replay['caps'] }) {
  if (caps.length === 0) return null;
  return (
    <SmallTable
      label="Use of lead caps"
      columns={CAP_COLUMNS}
      rows={caps.map(({ dealId, name, cap, before, after, overBefore, overAfter }) => ({
        key: dealId,
        cells: [
          name,
          formatNumber(cap),
          formatNumber(before, 1),
          formatNumber(after, 1),
          formatNumber(overBefore),
          formatNumber(overAfter),
        ],
      }))}
    />
  );
}

function Shifted({ result }: { result: Replay }) {
  return (
    <>
      <Summary result={result} />
      <Shifts of="Campaign" rows={result.campaigns} />
      <Shifts of="Partner" rows={result.partners} />
      <Caps caps={result.caps} />
      <p className={classes.muted}>
        The value of a click is what clicks of its campaign and geo earned in the two months before last week. A lead
        cap stops clicks once the expected leads of earlier clicks and the leads of other boxes have filled the day.
        Past clicks do not say which visitors were new, so a visitor with two clicks in these days counts as returning.
      </p>
    </>
  );
}

function Result({ result }: { result: Replay }) {
  if (result.clicks === 0)
    return <EmptyState title="Nothing to show">There were no matching clicks in these days.</EmptyState>;
  return (
    <>
      <Unjudged result={result} />
      <Matched result={result} />
      {result.rule?.boxes !== 0 && result.clicks > result.unjudged && <Shifted result={result} />}
    </>
  );
}

/** Started by a button, because it reads real clicks. */
export function ReplayPanel({ kind, id, values }: DraftProps) {
  const client = useQueryClient();
  const [days, setDays] = useState<number>(isBox(kind) ? REPLAY_DAYS.default : REPLAY_DAYS.min);
  const now = { kind, id, values, days };
  const [asked, setAsked] = useState<typeof now | null>(null);
  const input = { body: asked ?? now };
  const replay = useCall(replayDraft, input, {
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isCurrent = JSON.stringify(asked) === JSON.stringify(now);
  const cancel = () => {
    void client.cancelQueries({ queryKey: callKey(replayDraft, input) });
    setAsked(null);
  };
  const renderButton = () => {
    if (replay.isFetching) return <Button onClick={cancel}>Cancel</Button>;
    return (
      <Button onClick={() => (isCurrent ? void replay.refetch() : setAsked(now))}>
        {isBox(kind) ? 'Replay clicks' : 'Simulate rule'}
      </Button>
    );
  };
  return (
    <Panel
      title={isBox(kind) ? 'Replay' : 'Simulate'}
      description="Runs recent clicks through your draft. Nothing is saved or changed."
    >
      <div className={draft.ask}>
        <NumberField
          label="Days"
          value={days}
          min={REPLAY_DAYS.min}
          max={REPLAY_DAYS.max}
          onChange={(next) => setDays(next ?? REPLAY_DAYS.min)}
        />
        {renderButton()}
        {asked !== null && !isCurrent && !replay.isFetching && (
          <span className={classes.muted}>You have changed something since this replay.</span>
        )}
      </div>
      <Loaded of={replay} skeleton={asked !== null && <TableSkeleton rows={3} columns={6} />}>
        {(data) => asked !== null && <Result result={data} />}
      </Loaded>
    </Panel>
  );
}
