/**
 * The amounts that no document has billed yet. Drafts for many parties are made at once, each with the same amount as
 * in the statistics.
 */

import { useSetState } from '@mantine/hooks';
import { createDrafts, listDue, listEntities } from '@signpost/contract/calls/documents.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useMemo } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';
import classes from '../../../features/money/documents/documents.module.css';
import { dueColumns, dueKey } from '../../../features/money/documents/due-columns.tsx';
import { monthBefore, monthOptions, optionsOf } from '../../../features/money/documents/words.ts';
import { useToday } from '../../../fields/read.ts';
import { Button } from '../../../ui/button.tsx';
import { ClientTable } from '../../../ui/data-table/client-table.tsx';
import { defined } from '../../../ui/defined.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { finderOf } from '../../../ui/values/fold.ts';
import { numberOrNull, stringOrNull } from '../../../ui/values/optional.ts';
import { counted, plural } from '../../../ui/values/plural.ts';
import { Money } from '../../../ui/values/values.tsx';
import { DraftsOfRun } from './drafts-made.tsx';

const MOST = 200;

/** The sums of the listed parties, or of the chosen ones, in each currency. */
function Sums({ rows, isChosen }: { rows: readonly Due[]; isChosen: boolean }) {
  if (rows.length === 0) return null;
  const parties = counted(rows.length, 'party', 'parties');
  return (
    <ul className={classes.sums} aria-label="Sums of what is due">
      <li>{isChosen ? `Chosen: ${parties}` : parties}</li>
      {[...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => (
        <li key={currency}>
          Due, net <Money value={sumMoney(own.map(({ exact }) => exact))} currency={currency} />
        </li>
      ))}
      <li>
        Statistics <Money value={sumMoney(rows.map(({ base }) => base))} currency={baseCurrency()} />
      </li>
    </ul>
  );
}

function NoEntity() {
  return (
    <p className={classes.muted}>
      Documents are issued in the name of a legal entity. An Admin adds the first one under{' '}
      <a href={`${hashHref(path.allInvoices())}?view=entities`}>Legal entities</a>.
    </p>
  );
}

function NothingDue({ isSearched }: { isSearched: boolean }) {
  if (isSearched) return <EmptyState title="Nothing to show">Nothing is due for a party with this name.</EmptyState>;
  return (
    <EmptyState title="Nothing is due">
      Everything up to this month is billed. Facts that become known later appear here again.
    </EmptyState>
  );
}

const itemOf = ({ side, partyId, currency }: Due) => ({ side, partyId, currency });
const sideOf = (value: string | null): Side => SIDES.find((side) => side === value) ?? NOTHING_ASKED.side;
const draftsLabel = (count: number): string => {
  if (count === 0) return 'Create drafts';
  if (count === 1) return 'Create 1 draft';
  return `Create ${count} drafts`;
};

/** The filters of the list, the rows that the person has chosen, and the job that was started last. */
interface Asked {
  side: Side;
  month: string;
  entityId: number | null;
  /** The month that billing begins with, for parties that were never billed. */
  beginsWith: string | null;
  typed: string;
  selection: ReadonlySet<string>;
  runId: number | null;
}

const NOTHING_ASKED: Omit<Asked, 'month'> = {
  side: 'receivable',
  entityId: null,
  beginsWith: null,
  typed: '',
  selection: new Set(),
  runId: null,
};

export function DueList() {
  const user = useUser();
  const today = useToday();
  const [{ side, month, entityId, beginsWith, typed, selection, runId }, set] = useSetState<Asked>({
    ...NOTHING_ASKED,
    month: monthBefore(today),
  });
  const { data: known } = useCall(listEntities, {});
  const entities = known ?? [];
  const { data, error, isPending, refetch } = useCall(listDue, { query: { side, month } }, { staleTime: 0 });
  // If there are several legal entities, none is chosen automatically.
  const legalEntityId = entityId ?? (entities.length === 1 ? (entities[0]?.id ?? null) : null);
  const wanted = typed.trim();
  const isFound = finderOf(wanted);
  const rows = (data ?? []).filter(({ party, currency }) => isFound(`${party} ${currency}`));
  const usable = rows.filter(({ problem }) => problem === '');
  const chosen = usable.filter((row) => selection.has(dueKey(row))).slice(0, MOST);
  const unbilled = chosen.filter((one) => one.beginsWith === null).length;
  const create = useOnceAction(
    (items: readonly Due[], key) => {
      const body = {
        legalEntityId: legalEntityId ?? 0,
        month,
        ...defined({ beginsWith: beginsWith ?? undefined }),
        items: items.map(itemOf),
      };
      return send(createDrafts, { body }, key);
    },
    { refresh: [], onDone: ({ id }) => set({ runId: id, selection: NOTHING_ASKED.selection }) },
  );
  const hasProblems = rows.some(({ problem }) => problem !== '');
  const columns = useMemo(() => dueColumns(user, month, hasProblems), [user, month, hasProblems]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Side"
          options={optionsOf(SIDE_LABELS)}
          value={side}
          onChange={(value) => set({ side: sideOf(value), selection: NOTHING_ASKED.selection })}
        />
        <Choice
          label="Up to month"
          options={monthOptions(today)}
          value={month}
          onChange={(value) => set({ month: value ?? month })}
        />
        <Choice
          label="Issued by"
          options={entities.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={stringOrNull(legalEntityId)}
          onChange={(value) => set({ entityId: numberOrNull(value) })}
        />
        {unbilled > 0 && (
          <Choice
            label="Billing begins with"
            options={monthOptions(today).filter(({ value }) => value <= month)}
            value={beginsWith}
            onChange={(value) => set({ beginsWith: value })}
            placeholder="Choose the first month"
            help={`${unbilled} of the chosen parties ${plural(unbilled, 'was', 'were')} never billed.`}
          />
        )}
        <Button
          kind="primary"
          disabled={chosen.length === 0 || legalEntityId === null || (unbilled > 0 && beginsWith === null)}
          loading={create.isPending}
          onClick={() => create.mutate(chosen)}
        >
          {draftsLabel(chosen.length)}
        </Button>
      </div>
      {known !== undefined && known.length === 0 && <NoEntity />}
      <FilterBar
        chips={[]}
        search={{ value: typed, placeholder: 'Search parties that are due', onChange: (text) => set({ typed: text }) }}
      />
      {runId !== null && <DraftsOfRun key={runId} runId={runId} />}
      <Sums rows={chosen.length > 0 ? chosen : rows} isChosen={chosen.length > 0} />
      <ClientTable
        noun="parties"
        label="What is due"
        columns={columns}
        rows={rows}
        rowId={dueKey}
        loading={isPending}
        selection={selection}
        onSelectionChange={(next) => set({ selection: next })}
        defaultSort={{ id: 'base', direction: 'desc' }}
        cardNumbers={['exact', 'base']}
        empty={<NothingDue isSearched={wanted !== ''} />}
      />
    </>
  );
}
