import { buildQuery } from '@signpost/contract/api/brackets.ts';
import { saveFile } from '../api/save-file.ts';
import { ExportMenu } from '../ui/layout/export-menu.tsx';
import type { Search } from './question-parts.ts';

interface Props {
  to?: string | undefined;
  /** The file's. */
  name: string;
  /** As the server is asked. */
  question: Search;
  total: number;
}

/** Exports all rows of the current question. The file names its filters. */
export function StatsExport({ to = 'statistics/export', name, question, total }: Props) {
  const { limit: _limit, offset: _offset, ...whole } = question;
  return (
    <ExportMenu
      of="this table"
      total={total}
      onSave={(format) => saveFile(`${to}?${buildQuery({ ...whole, format })}`, `${name}.${format}`)}
    />
  );
}
