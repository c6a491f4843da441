/** The list of an entity: search, filters, sort, pages, columns, selection, views, export. */

import { useHotkeys } from '@mantine/hooks';
import { inSentence } from '@signpost/contract/define/words.ts';
import { PAGE_SIZES } from '@signpost/contract/records/list-query.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { requestIdOf } from '../api/error-id.ts';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { orderedIds } from '../ui/data-table/view.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { FilterBar } from '../ui/layout/filter-bar.tsx';
import { MobileActions } from '../ui/layout/mobile-layout.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Pager } from '../ui/layout/pager.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { ListExport } from './list-export.tsx';
import { columnOfOrder, FigurePeriodSwitch, orderOfColumn } from './list-figures.tsx';
import { NestedRows } from './nested-rows.tsx';
import { offeredFields } from './offered-fields.ts';
import classes from './records.module.css';
import { rowActions } from './row-actions.tsx';
import { type RecordRow, type RecordScreen, rowsFieldOf, type Values } from './screen.ts';
import { type RecordList, useRecordList } from './use-record-list.ts';

interface PartProps {
  screen: RecordScreen;
  list: RecordList;
}

/** Search, filters, saved views and export. */
function ListBar({ screen, list }: PartProps) {
  const { entity } = screen;
  const { query, columns, view } = list;
  const user = useUser();
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => searchBox.current?.focus()]]);
  const isArchive = query.archived === 'only';
  const listColumns = () => {
    if (view) return orderedIds(columns, view.order).filter((id) => !view.hidden.includes(id));
    return screen.columns;
  };
  const shownColumns = listColumns();
  return (
    <FilterBar
      chips={list.chips}
      onClear={() => list.setFilters({})}
      search={{
        value: list.searchText,
        placeholder: `Search ${inSentence(entity.many)}`,
        inputRef: searchBox,
        onChange: list.setSearchText,
      }}
      actions={
        <>
          {list.hasFigures && <FigurePeriodSwitch period={list.period} onChange={list.setPeriod} />}
          <SavedViews screen={entity.path} query={query} onOpen={(saved) => list.replace(saved)} />
          <ListExport entity={entity} query={list.wholeQuery} columns={shownColumns} total={list.total} />
        </>
      }
    >
      <FilterEditor
        entity={entity}
        names={offeredFields(user, entity.fields, screen.filters)}
        filters={query.filters}
        onChange={list.setFilters}
        opened={list.openedFilter}
        onOpen={list.setOpenedFilter}
      />
      {!entity.ledger && (
        <Button
          kind={isArchive ? 'default' : 'quiet'}
          onClick={() => list.ask({ archived: isArchive ? 'no' : 'only' })}
        >
          {isArchive ? 'Showing archived' : 'Archived'}
        </Button>
      )}
    </FilterBar>
  );
}

/** The columns that say when a record was made. Ids count up. */
const AGE_COLUMNS: readonly string[] = ['id', 'createdAt'];

/** Whether the newest records come first without a visible column that shows this by its arrow. */
function isNewestFirst({ entity: { defaultSort } }: RecordScreen, { query, columns, view }: RecordList): boolean {
  const { orderBy, direction } = defaultSort;
  const isHidden = (id: string) =>
    view?.hidden.includes(id) ?? columns.find((one) => one.id === id)?.hiddenByDefault === true;
  const isShown = columns.some(({ id }) => id === orderBy) && !isHidden(orderBy);
  return query.orderBy === undefined && direction === 'desc' && AGE_COLUMNS.includes(orderBy) && !isShown;
}

/** A reversed entry of a ledger no longer counts. */
const isReversed = (row: RecordRow) => row.entryStatus === 'reversed';

/** The rows, or the reason why there are none. */
function ListTable({ screen, list, addButton }: PartProps & { addButton: ReactNode }) {
  const { entity, drawer, expand } = screen;
  const { query, error } = list;
  const nested = expand === undefined ? undefined : rowsFieldOf(screen, expand);
  const nesting = nested && {
    label: nested.label,
    render:
      screen.nested?.[expand ?? ''] ??
      ((row: RecordRow) => <NestedRows field={nested} row={row} name={expand ?? ''} />),
  };
  if (error) return <ErrorState title={error.message} id={requestIdOf(error)} onRetry={list.retry} />;
  return (
    <DataTable
      label={entity.many}
      columns={list.columns}
      rows={list.rows}
      rowId={(row) => String(row.id)}
      loading={list.isLoading}
      sort={{
        id: columnOfOrder(query.orderBy) ?? entity.defaultSort.orderBy,
        direction: query.orderByDirection ?? (query.orderBy ? 'asc' : entity.defaultSort.direction),
      }}
      onSortChange={(sort) =>
        list.ask({ orderBy: orderOfColumn(sort?.id, list.period), orderByDirection: sort?.direction })
      }
      view={list.view}
      onViewChange={list.setView}
      selection={list.canSelect ? list.selection : undefined}
      onSelectionChange={list.canSelect ? list.setSelection : undefined}
      rowActions={(row) => rowActions(screen, list, row)}
      isStruck={entity.ledger ? isReversed : undefined}
      onOpen={drawer ? (row) => list.setOpen(String(row.id)) : undefined}
      rowHref={drawer ? undefined : (row) => list.openHref(row) ?? ''}
      totalRows={list.total}
      expand={nesting}
      cardTitle={screen.cardTitle}
      cardNumbers={screen.cardNumbers}
      empty={
        <EmptyState
          title={TEXT.nothingToShow}
          action={
            list.isNarrowed ? <Button onClick={() => list.replace({})}>Clear search and filters</Button> : addButton
          }
        >
          {list.isNarrowed ? 'Nothing matches this search and these filters.' : screen.purpose}
        </EmptyState>
      }
    />
  );
}

export interface RecordListPageProps {
  screen: RecordScreen;
  /** Shown between the filters and the table. */
  children?: ReactNode;
  /** Initial values of a record that is added here. */
  presets?: Values | undefined;
}

export function RecordListPage({ screen, children, presets }: RecordListPageProps) {
  const { entity } = screen;
  const isMobile = useMobile();
  const list = useRecordList(screen);
  const { query, total, addHref } = list;
  useHotkeys([
    [
      'n',
      () => {
        if (addHref !== undefined) window.location.hash = addHref;
        else if (list.canAddBeside) list.setOpen('new');
      },
    ],
  ]);
  const renderAddButton = () => {
    if (addHref !== undefined || list.canAddBeside)
      return (
        <Button
          kind="primary"
          href={addHref}
          onClick={addHref === undefined ? () => list.setOpen('new') : undefined}
          icon={<IconPlus size={16} aria-hidden />}
        >
          Add {inSentence(entity.one)}
        </Button>
      );
    return undefined;
  };
  const addButton = renderAddButton();
  return (
    <>
      <PageHeader action={isMobile ? undefined : addButton} />
      <div className={classes.list}>
        <ListBar screen={screen} list={list} />
        {children}
        {list.selectedRows.length > 0 && (
          <BulkBar
            screen={screen}
            rows={list.selectedRows}
            archived={query.archived === 'only'}
            onDone={() => list.setSelection(new Set())}
          />
        )}
        <div className={classes.tableArea}>
          <LoadingBar visible={list.isStale} />
          <ListTable screen={screen} list={list} addButton={addButton} />
        </div>
        {total > 0 && (
          <Pager
            page={Math.floor(query.offset / query.limit) + 1}
            pageSize={query.limit}
            total={total}
            noun={inSentence(entity.many)}
            order={isNewestFirst(screen, list) ? 'newest first' : undefined}
            pageSizes={PAGE_SIZES}
            onPageSize={(limit) => list.ask({ limit })}
            onPage={(page) => list.ask({ offset: (page - 1) * query.limit })}
          />
        )}
        {screen.drawer && (
          <FormDrawer screen={screen} open={list.open} onClose={() => list.setOpen(null)} presets={presets} />
        )}
        {list.archiveDialog}
        {isMobile && addButton && <MobileActions>{addButton}</MobileActions>}
      </div>
    </>
  );
}
