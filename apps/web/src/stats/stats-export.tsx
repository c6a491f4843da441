import { ExportMenu } from '../ui/layout/export-menu.tsx';
import type { Search } from './question-parts.ts';

interface Props {
  onSave: (whole: Search, format: 'csv' | 'xlsx') => Promise<void>;
  /** The question in the form that is sent to the server. */
  question: Search;
  total: number;
}

/** Exports all rows of the current question. The file names its filters. */
export function StatsExport({ onSave, question, total }: Props) {
  const { limit: _limit, offset: _offset, ...whole } = question;
  return <ExportMenu of="this table" total={total} onSave={(format) => onSave(whole, format)} />;
}
