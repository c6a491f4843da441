/** What no document has billed yet. Drafts for all parties are made in one go, each equal to its statistics amount. */

import { createDrafts, listDue, listEntities } from '@signpost/contract/calls/documents.ts';
import { SIDES, type Side } from '@signpost/contract/money/document.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import type { Due } from '@signpost/contract/money/views.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useMemo, useState } from 'react';
import { CallError } from '../../api/call-error.tsx';
import { send, useCall } from '../../api/calls.ts';
import { useUser } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import classes from '../../features/documents/documents.module.css';
import { dueColumns, dueKey } from '../../features/documents/due-columns.tsx';
import { DOCUMENT_CALLS } from '../../features/documents/refresh.ts';
import { monthBefore, monthOptions, optionsOf } from '../../features/documents/words.ts';
import { useToday } from '../../fields/read.ts';
import { Button } from '../../ui/button.tsx';
import { ClientTable } from '../../ui/data-table/client-table.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

const MOST = 200;

interface Failure {
  key: string;
  party: string;
  problem: string;
}

/** Why drafts were not made, by party. */
function Failures({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return null;
  return (
    <Panel title={`${failures.length} ${failures.length === 1 ? 'draft was' : 'drafts were'} not made`}>
      <ul className={classes.lines}>
        {failures.map(({ key, party, problem }) => (
          <li key={key}>
            <span>{party}</span>
            <span className={classes.muted}>{problem}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Makes the drafts of one month, and keeps why some were not made. */
function useDrafts(
  { legalEntityId, month, beginsWith }: { legalEntityId: number | null; month: string; beginsWith: string | null },
  onDone: () => void,
) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const create = useAction(
    (items: readonly Due[]) =>
      send(createDrafts, {
        body: {
          legalEntityId: legalEntityId ?? 0,
          month,
          ...(beginsWith !== null && { beginsWith }),
          items: items.map(({ side: own, partyId, currency }) => ({ side: own, partyId, currency })),
        },
      }),
    {
      refresh: DOCUMENT_CALLS,
      said: (made) => `Drafts made: ${made.filter(({ documentId }) => documentId !== null).length}.`,
      onDone: (made, items) => {
        onDone();
        setFailures(
          made.flatMap(({ documentId, partyId, currency, problem }) =>
            documentId === null
              ? [
                  {
                    key: `${partyId} ${currency}`,
                    party: items.find((item) => item.partyId === partyId)?.party ?? '',
                    problem,
                  },
                ]
              : [],
          ),
        );
      },
    },
  );
  return { create, failures };
}

export function DueList() {
  const user = useUser();
  const today = useToday();
  const [side, setSide] = useState<Side>('receivable');
  const [month, setMonth] = useState(monthBefore(today));
  const [entityId, setEntityId] = useState<number | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const { data: entities = [] } = useCall(listEntities, {});
  const { data, error, isPending, refetch } = useCall(listDue, { query: { side, month } }, { staleTime: 0 });
  // With several legal entities nobody is chosen in silence.
  const legalEntityId = entityId ?? (entities.length === 1 ? (entities[0]?.id ?? null) : null);
  const [beginsWith, setBegins] = useState<string | null>(null);
  const wanted = typed.trim().toLowerCase();
  const rows = (data ?? []).filter(({ party, currency }) => `${party} ${currency}`.toLowerCase().includes(wanted));
  const usable = rows.filter(({ problem }) => problem === '');
  const chosen = (selection.size === 0 ? usable : usable.filter((row) => selection.has(dueKey(row)))).slice(0, MOST);
  const unbilled = chosen.filter((one) => one.beginsWith === null).length;
  const { create, failures } = useDrafts({ legalEntityId, month, beginsWith }, () => setSelection(new Set()));
  const columns = useMemo(() => dueColumns(user, month), [user, month]);
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label="Side"
          options={optionsOf(SIDE_LABELS)}
          value={side}
          onChange={(value) => {
            setSide(SIDES.find((one) => one === value) ?? 'receivable');
            setSelection(new Set());
          }}
        />
        <Choice
          label="Up to month"
          options={monthOptions(today)}
          value={month}
          onChange={(value) => setMonth(value ?? month)}
        />
        <Choice
          label="Issued by"
          options={entities.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={legalEntityId === null ? null : String(legalEntityId)}
          onChange={(value) => setEntityId(value === null ? null : Number(value))}
        />
        {unbilled > 0 && (
          <Choice
            label="Billing begins with"
            options={monthOptions(today).filter(({ value }) => value <= month)}
            value={beginsWith}
            onChange={setBegins}
            placeholder="Choose the first month"
            help={`${unbilled} of the chosen parties ${unbilled === 1 ? 'was' : 'were'} never billed.`}
          />
        )}
        <Button
          kind="primary"
          disabled={chosen.length === 0 || legalEntityId === null || (unbilled > 0 && beginsWith === null)}
          loading={create.isPending}
          onClick={() => create.mutate(chosen)}
        >
          {`Create ${chosen.length} ${chosen.length === 1 ? 'draft' : 'drafts'}`}
        </Button>
      </div>
      {entities.length === 0 && (
        <p className={classes.muted}>
          Documents are issued in the name of a legal entity. An Admin adds the first one under{' '}
          <a href={`${hashHref(path.allInvoices())}?view=entities`}>Legal entities</a>.
        </p>
      )}
      <FilterBar chips={[]} search={{ value: typed, placeholder: 'Search parties that are due', onChange: setTyped }} />
      <Failures failures={failures} />
      <ClientTable
        noun="parties"
        label="What is due"
        columns={columns}
        rows={rows}
        rowId={dueKey}
        loading={isPending}
        selection={selection}
        onSelectionChange={setSelection}
        defaultSort={{ id: 'base', direction: 'desc' }}
        cardNumbers={['exact', 'base']}
        empty={
          wanted === '' ? (
            <EmptyState title="Nothing is due">
              Everything up to this month is billed. Facts that become known later appear here again.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing to show">Nothing is due for a party with this name.</EmptyState>
          )
        }
      />
    </>
  );
}
