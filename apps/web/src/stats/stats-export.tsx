import { ExportMenu } from '../ui/layout/export-menu.tsx';
import type { Search } from './question-parts.ts';

interface Props {
  onSave: (whole: Search, format: 'csv' | 'xlsx') => Promise<void>;
  /** As the server is asked. */
  question: Search;
  total: number;
}

/** Exactly what is asked, whole, as a file; the file names its filters. */
export function StatsExport({ onSave, question, total }: Props) {
  const { limit: _limit, offset: _offset, ...whole } = question;
  return <ExportMenu of="this question" total={total} onSave={(format) => onSave(whole, format)} />;
}
