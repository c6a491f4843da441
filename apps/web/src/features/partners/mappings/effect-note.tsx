/** The effect of a change in figures, before it is saved. */

import { useDebouncedValue } from '@mantine/hooks';
import { previewIntegration, previewMapping, previewOverride } from '@signpost/contract/calls/conversions.ts';
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import { SEARCH_DEBOUNCE_MS } from '@signpost/contract/limits.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { subtractMoney } from '@signpost/contract/money/money.ts';
import type { AssignmentStake, MappingEffect } from '@signpost/contract/partners/conversions/effect.ts';
import {
  integrationDraft,
  mappingDraft,
  overrideDraft,
  paysInWords,
} from '@signpost/contract/partners/conversions/effect.ts';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/calls.ts';
import type { RecordRow, Values } from '../../../records/screen.ts';
import { defined } from '../../../ui/defined.ts';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';
import classes from './effect.module.css';

type EffectCall = typeof previewMapping | typeof previewIntegration | typeof previewOverride;

/**
 * The effect of a draft, fetched once the input has not changed for a moment; nothing while the draft is incomplete.
 */
function useEffectOf<C extends EffectCall>(call: C, draft: CallInput<C>['body'] | null) {
  const [settled] = useDebouncedValue(draft === null ? null : JSON.stringify(draft), SEARCH_DEBOUNCE_MS);
  const input = useMemo(() => ({ body: JSON.parse(settled ?? 'null') }) as CallInput<C>, [settled]);
  return useCall(call, input, { enabled: settled !== null, keepsPrevious: true, staleTime: 0 });
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatNumber(value)}`;
const money = (value: string): string => `${Number(value) > 0 ? '+' : ''}${formatMoney(value, baseCurrency())}`;

function Figure({ value, children }: { value: string; children: ReactNode }) {
  return (
    <span className={classes.figure}>
      <b>{value}</b> {children}
    </span>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note} data-quiet role="status">
      {children}
    </p>
  );
}

/** The effect of assigning a meaning to a partner's status. */
export function MappingEffectNote({ values, record }: { values: Values; record: RecordRow | null }) {
  const parsed = mappingDraft.safeParse({ ...values, ...defined({ id: record?.id }) });
  const effect = useEffectOf(previewMapping, parsed.data ?? null);
  if (!parsed.success) return <Quiet>Choose partner, status, meaning and day to preview the effect.</Quiet>;
  return <Changes {...effect} />;
}

/** The effect of changed settings of an integration; nothing for a new one. */
export function IntegrationEffectNote({ values, record }: { values: Values; record: RecordRow | null }) {
  const parsed = integrationDraft.safeParse({ settingsJson: values.settingsJson, id: record?.id });
  const effect = useEffectOf(previewIntegration, parsed.data ?? null);
  if (record === null || !parsed.success) return null;
  return <Changes {...effect} />;
}

/** Describes how much of the amount at stake a meaning would not count; null if it counts all of it. */
function lossOf({ reported, atStake, counts, pays }: AssignmentStake): string | null {
  if (Number(counts) >= Number(atStake)) return null;
  const isReported = Number(reported) > Number(counts);
  const stake = formatMoney(isReported ? reported : atStake, baseCurrency());
  const stakeText = isReported ? `Reported ${stake}` : `Could earn ${stake}`;
  return `${stakeText}, would count ${formatMoney(counts, baseCurrency())}: ${paysInWords(pays)}.`;
}

function Changes({ data, error }: { data: MappingEffect | undefined; error: Error | null }) {
  if (error) return <Quiet>{error.message}</Quiet>;
  if (!data) return <Quiet>Calculating the effect…</Quiet>;
  const isNothing = data.transactions === 0 && data.firstDeposits === 0 && Number(data.revenue) === 0;
  if (isNothing) return <Quiet>No reported transaction would change its meaning.</Quiet>;
  const lost = data.stake === null ? null : lossOf(data.stake);
  const rest = [
    data.duplicates > 0 && `${formatNumber(data.duplicates)} are already counted under another status`,
    data.unmatched > 0 && `${formatNumber(data.unmatched)} have no known click yet`,
    data.isCapped && 'there are more that this preview leaves out',
  ].filter(Boolean);
  return (
    <p
      className={classes.note}
      data-attention={lost !== null || undefined}
      role="status"
      aria-label="Effect of this change"
    >
      {lost !== null && <strong className={classes.lost}>{lost}</strong>}
      {data.since !== null && <Figure value={formatNumber(data.transactions)}>transactions since {data.since}</Figure>}
      <Figure value={money(data.revenue)}>revenue</Figure>
      {data.leads !== 0 && <Figure value={signed(data.leads)}>leads</Figure>}
      {data.qualifiedLeads !== 0 && <Figure value={signed(data.qualifiedLeads)}>qualified leads</Figure>}
      {data.firstDeposits !== 0 && <Figure value={signed(data.firstDeposits)}>first deposits</Figure>}
      <span className={classes.rest}>
        Applies within seconds. Closed months do not change.
        {rest.length > 0 && ` Of these, ${rest.join('; ')}.`}
      </span>
    </p>
  );
}

/** The effect an override would have had on the last days, and what it has priced so far. */
export function OverrideEffectNote({ values, record }: { values: Values; record: RecordRow | null }) {
  const parsed = overrideDraft.safeParse({
    geoId: null,
    trafficSourceId: null,
    ...values,
    ...defined({ id: record?.id }),
  });
  const { data, error } = useEffectOf(previewOverride, parsed.data ?? null);
  if (!parsed.success) return <Quiet>Choose partner, type and amount to preview the effect.</Quiet>;
  if (error) return <Quiet>{error.message}</Quiet>;
  if (!data) return <Quiet>Calculating the effect…</Quiet>;
  return (
    <p className={classes.note} role="status" aria-label="Effect of this change">
      <Figure value={money(subtractMoney(data.would, data.was))}>over the last {data.days} days</Figure>
      <Figure value={formatNumber(data.changed)}>
        of {formatNumber(data.conversions)} conversions priced differently
      </Figure>
      {data.used !== null && (
        <Figure value={formatMoney(data.used.revenue, baseCurrency())}>
          priced by it so far: {formatNumber(data.used.conversions)} conversions
        </Figure>
      )}
      <span className={classes.rest}>
        {formatMoney(data.was, baseCurrency())} without it, {formatMoney(data.would, baseCurrency())} with it
        {data.isCapped ? ' (the newest 5,000 conversions)' : ''}. It applies to clicks from its first day on and changes
        nothing before that.
      </span>
    </p>
  );
}
