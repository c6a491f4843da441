/** The list of another entity inside a record's page: only the rows that belong to the record. */
import { useMemo } from 'react';
import { RecordListPage } from '../../../records/list-page.tsx';
import type { RecordScreen } from '../../../records/screen.ts';

interface Props {
  screen: RecordScreen;
  /** The field that refers to the record. */
  field: string;
  id: number;
}

export function ListOfRecord({ screen, field, id }: Props) {
  const own = useMemo(
    (): RecordScreen => ({
      ...screen,
      columns: screen.columns.filter((name) => name !== field),
      filters: screen.filters.filter((name) => name !== field),
      fixed: { ...screen.fixed, [field]: [String(id)] },
    }),
    [screen, field, id],
  );
  return <RecordListPage screen={own} />;
}
