/** A list of documents with its filters, sums and pages; one of them is open beside it. */

import type { exportDocuments, listDocuments } from '@signpost/contract/calls/documents.ts';
import type { exportMyDocuments, listMyDocuments } from '@signpost/contract/calls/my-invoices.ts';
import { SIDE_LABELS } from '@signpost/contract/money/labels.ts';
import type { DocumentListRow, DocumentSum } from '@signpost/contract/money/views.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import type { ReactNode } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useCallWithMeta } from '../../../api/calls.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useUser } from '../../../api/session.ts';
import { useSearchText } from '../../../records/use-search-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { ExportMenu } from '../../../ui/layout/export-menu.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { Pager } from '../../../ui/layout/pager.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Money } from '../../../ui/values/values.tsx';
import { SavedViews } from '../../../views/saved-views.tsx';
import { Ages } from './ages.tsx';
import { DocumentDrawer } from './document-drawer.tsx';
import { DocumentFilters, type FilterName, useDocumentChips } from './document-filters.tsx';
import classes from './documents.module.css';
import { type DocumentList as List, PAGE } from './use-document-list.ts';

/** The totals of all rows that match, per side and currency. */
function Sums({ sums }: { sums: readonly DocumentSum[] }) {
  const isPublisher = useUser().grade === 'Publisher';
  return (
    <ul className={classes.sums} aria-label="Totals">
      {sums.map(({ side, currency, count, total, open }) => {
        const renderSum = () => {
          if (isPublisher && side === 'payable')
            return (
              <>
                Due to you:{' '}
                <strong>
                  <Money value={open} currency={currency} />
                </strong>
                , of {count} {plural(count, 'document')} with <Money value={total} currency={currency} /> in all
              </>
            );
          return (
            <>
              {SIDE_LABELS[side]}, {count} {plural(count, 'document')}:{' '}
              <strong>
                <Money value={total} currency={currency} />
              </strong>
              , open <Money value={open} currency={currency} />
            </>
          );
        };
        return <li key={`${side} ${currency}`}>{renderSum()}</li>;
      })}
    </ul>
  );
}

interface Props {
  list: List;
  call: typeof listDocuments | typeof listMyDocuments;
  fileCall: typeof exportDocuments | typeof exportMyDocuments;
  /** The screen whose views are saved; the list of one record has none. */
  viewsOf?: string;
  /** Filters that always apply. */
  fixed?: Partial<List['query']>;
  columns: readonly DataColumn<DocumentListRow>[];
  filters: readonly FilterName[];
  label: string;
  showsAges?: boolean;
  /** The text of an empty list, and its first step. */
  empty: ReactNode;
  firstStep?: ReactNode;
  actions?: ReactNode;
}

export function DocumentList({
  list,
  call,
  fileCall,
  viewsOf,
  fixed,
  columns,
  filters,
  label,
  showsAges,
  empty,
  firstStep,
  actions,
}: Props) {
  const { limit, offset, ...filtered } = { ...list.query, ...fixed };
  const query = { ...filtered, limit, offset };
  const { data, error, isPending, refetch } = useCallWithMeta(call, { query }, { keepsPrevious: true, staleTime: 0 });
  const chips = useDocumentChips(list, filters);
  const [typed, setTyped] = useSearchText(list.q, (q) => list.set({ q: textOrNull(q) ?? undefined }, true));
  const clear = () => list.set({ ...Object.fromEntries(filters.map((name) => [name, undefined])), q: undefined });
  const isNarrowed = chips.length > 0 || list.q !== '';
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  const total = data?.meta.total ?? 0;
  return (
    <>
      {showsAges === true && data !== undefined && (
        <Ages
          ages={data.meta.ages}
          side={list.filters.side}
          age={list.filters.age}
          onChoose={(side, age) => list.set({ side, age })}
        />
      )}
      <FilterBar
        chips={chips}
        onClear={clear}
        search={{ value: typed, placeholder: 'Search number, party, currency', onChange: setTyped }}
        actions={
          <>
            {viewsOf !== undefined && <SavedViews screen={viewsOf} query={list.shown} onOpen={list.show} />}
            <ExportMenu
              of="this list"
              total={total}
              onSave={(format) => saveFile(fileCall, { query: { ...filtered, format } }, `documents.${format}`)}
            />
            {actions}
          </>
        }
      >
        <DocumentFilters list={list} names={filters} />
      </FilterBar>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        totalRows={total}
        loading={isPending}
        cardNumbers={['total', 'state']}
        onOpen={({ id }) => list.open(id)}
        empty={
          <EmptyState
            title={TEXT.nothingToShow}
            action={isNarrowed ? <Button onClick={clear}>Clear search and filters</Button> : firstStep}
          >
            {isNarrowed ? 'No document matches this search and these filters.' : empty}
          </EmptyState>
        }
      />
      {data !== undefined && data.meta.sums.length > 0 && <Sums sums={data.meta.sums} />}
      {total > PAGE && (
        <Pager page={list.page} pageSize={PAGE} total={total} noun="documents" onPage={(page) => list.set({ page })} />
      )}
      <DocumentDrawer id={list.openId} onClose={() => list.open(undefined)} onOpen={list.open} />
    </>
  );
}
