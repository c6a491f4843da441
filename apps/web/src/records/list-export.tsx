import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { saveFile } from '../api/save-file.ts';
import { ExportMenu } from '../ui/layout/export-menu.tsx';

interface Props {
  entity: EntityDefinition;
  query: ListQuery;
  columns: readonly string[];
  total: number;
}

/** The whole filtered list as a file, with the columns on the screen. */
export function ListExport({ entity, query, columns, total }: Props) {
  const { limit: _limit, offset: _offset, ...rest } = query;
  const own = columns.filter((name) => name in entity.fields);
  return (
    <ExportMenu
      of="this list"
      total={total}
      onSave={(format) =>
        saveFile(entityCalls(entity).export, { query: { ...rest, format, columns: own } }, `${entity.path}.${format}`)
      }
    />
  );
}
