/** The list of an entity: search, filters, sort, pages, columns, selection, views, export. */

import { useHotkeys } from '@mantine/hooks';
import { mayDo, mayOpen } from '@signpost/contract/access/access.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { PAGE_SIZES } from '@signpost/contract/records/list-query.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconArchive, IconCopy, IconEdit, IconEye, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/types.ts';
import { orderedIds } from '../ui/data-table/view.ts';
import { LoadingBar } from '../ui/feedback/loading.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { FilterBar } from '../ui/layout/filter-bar.tsx';
import { MobileActions } from '../ui/layout/mobile-layout.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Pager } from '../ui/layout/pager.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { useTableView } from '../views/table-view.ts';
import { useRecords, useRecordVerbs } from './api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { columnsOf } from './cells.tsx';
import { useFilterChips } from './filter-chips.ts';
import { FilterEditor } from './filter-editor.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { ListExport } from './list-export.tsx';
import { type Filters, useListState } from './list-state.ts';
import { NestedRows } from './nested-rows.tsx';
import { offeredFields } from './offered-fields.ts';
import classes from './records.module.css';
import { plainHref, type RecordRow, type RecordScreen, recordHref, rowsFieldOf, type Values } from './screen.ts';
import { useArchiving } from './use-archiving.tsx';
import { useSearchText } from './use-search-text.ts';

const ICON = 16;

export interface RecordListPageProps {
  screen: RecordScreen;
  /** Shown between the filters and the table. */
  children?: ReactNode;
  /** Initial values of a record that is added here. */
  presets?: Values | undefined;
}

export function RecordListPage({ screen, children, presets }: RecordListPageProps) {
  const { entity } = screen;
  const user = useUser();
  const phone = usePhone();
  const { query, ask, replace, open, setOpen } = useListState();
  const whole = screen.fixed ? { ...query, filters: { ...query.filters, ...screen.fixed } } : query;
  const { data, error, isFetching, isPlaceholderData, refetch } = useRecords(entity, whole);
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  const [view, setView] = useTableView(`table-${entity.path}`);
  const [selection, setSelection] = useState<Set<string>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  const [searchText, setSearchText] = useSearchText(query.q ?? '', (q) => ask({ q }));
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => searchBox.current?.focus()]]);

  const columns = useMemo(() => columnsOf(screen, user), [screen, user]);
  const rows = data?.data ?? [];
  const total = data?.meta.total ?? 0;
  const setFilters = (filters: Filters) => ask({ filters });
  const chips = useFilterChips(entity, query.filters, setFilters, setOpened);
  const allowed = (name: RouteName | undefined) =>
    name !== undefined && mayOpen(user, ROUTES[name]) ? name : undefined;
  const { edit, view: look, copy, add } = entity.routes;
  const openHref = (row: RecordRow) =>
    screen.drawer ? undefined : recordHref(entity, allowed(look) ?? allowed(edit), row.id);
  const nested = screen.expand === undefined ? undefined : rowsFieldOf(screen, screen.expand);
  const chosen = rows.filter((row) => selection.has(String(row.id)));
  const canSelect = rows.some((row) => row.may.archive);
  const isNarrowed = chips.length > 0 || (query.q ?? '') !== '' || query.archived !== 'no';
  // A ledger entry is shown beside its list, and created on a page of its own if the route table has one.
  const addsBeside = screen.drawer === true && !(entity.ledger && add !== entity.routes.list);
  const addHref = addsBeside ? undefined : plainHref(allowed(add));
  const mayAdd = addsBeside && allowed(add) !== undefined && mayDo(user, entity, 'create');

  async function archive(row: RecordRow) {
    const back = row.archivedAt !== null;
    const title = String(row[entity.title]);
    const set = async (archived: boolean) => {
      await (archived ? verbs.archive(row.id) : verbs.restore(row.id));
    };
    const go = async () => {
      await set(!back);
      showSnackbar({
        type: 'success',
        message: `${title} ${back ? 'restored' : 'archived'}.`,
        action: { label: 'Undo', onClick: () => void archiving.now(() => set(back)) },
      });
    };
    await (back ? archiving.now(go) : archiving.ask([row.id], title, go));
  }

  function actions(row: RecordRow): RowAction[] {
    const link = (id: string, label: string, name: RouteName | undefined, icon: RowAction['icon']): RowAction[] => {
      const href = recordHref(entity, allowed(name), row.id);
      return href === undefined ? [] : [{ id, label, icon, href }];
    };
    const archives: RowAction[] = row.may.archive
      ? [
          {
            id: 'archive',
            label: row.archivedAt ? 'Restore' : 'Archive',
            icon: <IconArchive size={ICON} aria-hidden />,
            onClick: () => void archive(row),
          },
        ]
      : [];
    if (screen.drawer) {
      const label = row.may.edit ? 'Edit' : 'View';
      return [
        {
          id: 'edit',
          label,
          icon: row.may.edit ? <IconEdit size={ICON} aria-hidden /> : <IconEye size={ICON} aria-hidden />,
          onClick: () => setOpen(String(row.id)),
        },
        ...link('copy', 'Copy', copy, <IconCopy size={ICON} aria-hidden />),
        ...(screen.rowActions?.(row) ?? []),
        ...archives,
      ];
    }
    return [
      ...link('view', 'View', look, <IconEye size={ICON} aria-hidden />),
      ...(row.may.edit ? link('edit', 'Edit', edit, <IconEdit size={ICON} aria-hidden />) : []),
      ...link('copy', 'Copy', copy, <IconCopy size={ICON} aria-hidden />),
      ...(screen.rowActions?.(row) ?? []),
      ...archives,
    ];
  }

  const addButton = (addHref || mayAdd) && (
    <Button
      kind="primary"
      href={addHref}
      onClick={addHref ? undefined : () => setOpen('new')}
      icon={<IconPlus size={ICON} aria-hidden />}
    >
      Add {inSentence(entity.one)}
    </Button>
  );
  return (
    <>
      <PageHeader action={addButton && !phone ? addButton : undefined} />
      <div className={classes.list}>
        <FilterBar
          chips={chips}
          onClear={() => setFilters({})}
          search={{
            value: searchText,
            placeholder: `Search ${inSentence(entity.many)}`,
            inputRef: searchBox,
            onChange: setSearchText,
          }}
          actions={
            <>
              <SavedViews screen={entity.path} query={query} onOpen={(saved) => replace(saved)} />
              <ListExport
                entity={entity}
                query={whole}
                columns={
                  view ? orderedIds(columns, view.order).filter((id) => !view.hidden.includes(id)) : screen.columns
                }
                total={total}
              />
            </>
          }
        >
          <FilterEditor
            entity={entity}
            names={offeredFields(user, entity.fields, screen.filters)}
            filters={query.filters}
            onChange={setFilters}
            opened={opened}
            onOpen={setOpened}
          />
          {!entity.ledger && (
            <Button
              kind={query.archived === 'only' ? 'default' : 'quiet'}
              onClick={() => ask({ archived: query.archived === 'only' ? 'no' : 'only' })}
            >
              {query.archived === 'only' ? 'Showing archived' : 'Archived'}
            </Button>
          )}
        </FilterBar>
        {children}
        {chosen.length > 0 && (
          <BulkBar
            screen={screen}
            rows={chosen}
            archived={query.archived === 'only'}
            onDone={() => setSelection(new Set())}
          />
        )}
        <div className={classes.tableArea}>
          <LoadingBar visible={isFetching && isPlaceholderData} />
          {error ? (
            <ErrorState
              title={error.message}
              id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
              onRetry={() => void refetch()}
            />
          ) : (
            <DataTable
              label={entity.many}
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.id)}
              loading={!data}
              sort={{
                id: query.orderBy ?? entity.defaultSort.orderBy,
                direction: query.orderByDirection ?? (query.orderBy ? 'asc' : entity.defaultSort.direction),
              }}
              onSortChange={(sort) =>
                ask(
                  sort
                    ? { orderBy: sort.id, orderByDirection: sort.direction }
                    : { orderBy: undefined, orderByDirection: undefined },
                )
              }
              view={view}
              onViewChange={setView}
              selection={canSelect ? selection : undefined}
              onSelectionChange={canSelect ? setSelection : undefined}
              rowActions={actions}
              onOpen={screen.drawer ? (row: RecordRow) => setOpen(String(row.id)) : undefined}
              rowHref={screen.drawer ? undefined : (row: RecordRow) => openHref(row) ?? ''}
              totalRows={total}
              expand={
                nested && screen.expand
                  ? {
                      label: nested.label,
                      render: (row: RecordRow) => <NestedRows field={nested} row={row} name={screen.expand ?? ''} />,
                    }
                  : undefined
              }
              cardNumbers={screen.cardNumbers}
              empty={
                <EmptyState
                  title={TEXT.nothingToShow}
                  action={
                    isNarrowed ? (
                      <Button onClick={() => replace({})}>Clear search and filters</Button>
                    ) : (
                      addButton || undefined
                    )
                  }
                >
                  {isNarrowed ? 'Nothing matches this search and these filters.' : screen.purpose}
                </EmptyState>
              }
            />
          )}
        </div>
        {total > 0 && (
          <Pager
            page={Math.floor(query.offset / query.limit) + 1}
            pageSize={query.limit}
            total={total}
            noun={inSentence(entity.many)}
            pageSizes={PAGE_SIZES}
            onPageSize={(limit) => ask({ limit })}
            onPage={(page) => ask({ offset: (page - 1) * query.limit })}
          />
        )}
        {screen.drawer && <FormDrawer screen={screen} open={open} onClose={() => setOpen(null)} presets={presets} />}
        {archiving.dialog}
        {phone && addButton && <MobileActions>{addButton}</MobileActions>}
      </div>
    </>
  );
}
