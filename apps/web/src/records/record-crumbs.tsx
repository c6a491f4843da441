/** Where a record's page is: its list, the record, and its form. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { referencePath } from '@signpost/contract/routes/reference-lists.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '../api/session.ts';
import classes from './records.module.css';
import { plainHref, type RecordRow, type RecordScreen, recordHref } from './screen.ts';
import { hasSwitch, StatusSwitch } from './status-switch.tsx';

interface Props {
  screen: Pick<RecordScreen, 'entity'>;
  record: RecordRow;
  /** The page that is open: the record's view, or its form. */
  here: 'view' | 'edit';
  children?: ReactNode;
}

function Crumb({ href, children }: { href: string | undefined; children: ReactNode }) {
  return <li>{href === undefined ? children : <a href={href}>{children}</a>}</li>;
}

/** The way back to the list and to the record's view, and beside it the status switch of a view. */
export function RecordCrumbs({ screen, record, here, children }: Props) {
  const { entity } = screen;
  const listLink = useListHref(screen);
  const viewLink = useViewHref(screen, record);
  const title = String(record[entity.title] ?? `${entity.one} ${record.id}`);
  const { status } = entity.fields;
  const hasStatus = here === 'view' && status !== undefined && hasSwitch(status, 'status');
  const renderHere = () => {
    if (here === 'edit')
      return (
        <>
          <Crumb href={viewLink}>{title}</Crumb>
          <IconChevronRight size={14} aria-hidden />
          <li aria-current="page">Edit</li>
        </>
      );
    return <li aria-current="page">{title}</li>;
  };
  return (
    <div className={classes.recordHead}>
      <nav aria-label="Breadcrumb">
        <ol className={classes.crumbs}>
          <Crumb href={listLink}>{entity.many}</Crumb>
          <IconChevronRight size={14} aria-hidden />
          {renderHere()}
        </ol>
      </nav>
      {hasStatus && <StatusSwitch screen={screen} row={record} />}
      {children}
    </div>
  );
}

/** The link to the list of a record; undefined if the viewer cannot open it. */
export function useListHref({ entity: { routes, listKind } }: Pick<RecordScreen, 'entity'>): string | undefined {
  const href = mayOpen(useUser(), ROUTES[routes.list]) ? plainHref(routes.list) : undefined;
  if (href === undefined || listKind === undefined) return href;
  return referencePath(href, { kind: listKind });
}

/** The link to the view of a record; undefined if it has none, or if the viewer cannot open it. */
export function useViewHref({ entity }: Pick<RecordScreen, 'entity'>, record: RecordRow | null): string | undefined {
  const user = useUser();
  const { view } = entity.routes;
  if (record === null || view === undefined || !mayOpen(user, ROUTES[view])) return undefined;
  return recordHref(entity, view, record.id);
}

/** The link to the form of a record; undefined if the viewer cannot change it. */
export function useEditHref({ entity }: Pick<RecordScreen, 'entity'>, record: RecordRow): string | undefined {
  const user = useUser();
  const { edit } = entity.routes;
  if (!record.may.edit || edit === undefined || !mayOpen(user, ROUTES[edit])) return undefined;
  return recordHref(entity, edit, record.id);
}
