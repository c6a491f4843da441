/** Saved views and the file of a table whose rows are all in the browser. */
import { toCsv } from '@signpost/contract/records/csv.ts';
import { readText } from '@signpost/contract/routes/search.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useGo } from '../address/use-go.ts';
import { useSearchParts } from '../address/use-search.ts';
import { Button } from '../ui/button.tsx';
import type { DataColumn } from '../ui/data-table/types.ts';
import { downloadBlob } from '../ui/download.ts';
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
  const save = () => {
    const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))];
    downloadBlob(`${screen}.csv`, new Blob([`\uFEFF${toCsv(lines)}`], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <>
      <SavedViews
        screen={screen}
        query={typed === '' ? {} : { q: typed }}
        onOpen={(saved) => onTyped(readText(saved.q) ?? '')}
      />
      <Button icon={<IconDownload size={16} aria-hidden />} onClick={save}>
        Export CSV
      </Button>
    </>
  );
}
