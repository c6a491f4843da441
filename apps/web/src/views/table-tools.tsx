/** Saved views and the file of a table whose rows are all in the browser. */
import { readText } from '@signpost/contract/routes/search.ts';
import { useState } from 'react';
import { useGo } from '../address/use-go.ts';
import { useSearchParts } from '../address/use-search.ts';
import type { DataColumn } from '../ui/data-table/types.ts';
import { ExportMenu } from '../ui/layout/export-menu.tsx';
import { saveTable } from './save-table.ts';
import { SavedViews } from './saved-views.tsx';

/** The search text of such a table, kept in the address so that links and views have it. */
export function useTypedSearch(): [string, (text: string) => void] {
  const search = useSearchParts();
  const go = useGo();
  const [typed, setTyped] = useState(readText(search.q) ?? '');
  const type = (text: string) => {
    setTyped(text);
    void go({ search: text === '' ? {} : { q: text }, replace: true });
  };
  return [typed, type];
}

interface Props<Row> {
  /** The name of the screen, under which its views are kept and after which the file is named. */
  screen: string;
  typed: string;
  onTyped: (text: string) => void;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
}

export function TableTools<Row>({ screen, typed, onTyped, columns, rows }: Props<Row>) {
  const lines = () => rows.map((row) => columns.map(({ value }) => value(row)));
  return (
    <>
      <SavedViews
        screen={screen}
        query={typed === '' ? {} : { q: typed }}
        onOpen={(saved) => onTyped(readText(saved.q) ?? '')}
      />
      <ExportMenu
        of="this table"
        total={rows.length}
        onSave={(format) =>
          saveTable({ name: screen, head: columns.map(({ header }) => header), rows: lines() }, format)
        }
      />
    </>
  );
}
