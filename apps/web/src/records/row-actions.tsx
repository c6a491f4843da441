import type { RouteName } from '@signpost/contract/routes/index.ts';
import { IconArchive, IconCopy, IconEdit, IconEye } from '@tabler/icons-react';
import type { RowAction } from '../ui/data-table/types.ts';
import { listOf } from '../ui/values/list-of.ts';
import { type RecordRow, type RecordScreen, recordHref } from './screen.ts';
import type { RecordList } from './use-record-list.ts';

const ICON = 16;

/** The actions this person can take on the record of a row. */
export function rowActions(
  screen: RecordScreen,
  { isOpen, setOpen, toggleArchived }: Pick<RecordList, 'isOpen' | 'setOpen' | 'toggleArchived'>,
  row: RecordRow,
): RowAction[] {
  const { entity } = screen;
  const { edit, view, copy } = entity.routes;
  const link = (id: string, label: string, name: RouteName | undefined, icon: RowAction['icon']): RowAction[] => {
    const href = recordHref(entity, isOpen(name), row.id);
    if (href === undefined) return [];
    return [{ id, label, icon, href }];
  };
  const viewIcon = <IconEye size={ICON} aria-hidden />;
  const editIcon = <IconEdit size={ICON} aria-hidden />;
  const listOpening = () => {
    if (screen.drawer)
      return [
        {
          id: 'edit',
          label: row.may.edit ? 'Edit' : 'View',
          icon: row.may.edit ? editIcon : viewIcon,
          onClick: () => setOpen(String(row.id)),
        },
      ];
    return [...link('view', 'View', view, viewIcon), ...(row.may.edit ? link('edit', 'Edit', edit, editIcon) : [])];
  };
  const own: RowAction[] = listOpening();
  const archive: RowAction = {
    id: 'archive',
    label: row.archivedAt ? 'Restore' : 'Archive',
    icon: <IconArchive size={ICON} aria-hidden />,
    onClick: () => void toggleArchived(row),
  };
  return listOf(
    ...own,
    ...link('copy', 'Copy', copy, <IconCopy size={ICON} aria-hidden />),
    ...(screen.rowActions?.(row) ?? []),
    row.may.archive && archive,
  );
}
