/** `/sheets/add`: a new sheet of campaign boxes, or with `?kind=direct` of direct links. */
import { useScreenSearch } from '../../../address/use-search.ts';
import { SheetEditor } from './sheet-editor.tsx';

export default function SheetAddPage() {
  const kind = useScreenSearch('sheetsAdd').kind === 'direct' ? 'direct' : 'campaign';
  return <SheetEditor key={kind} kind={kind} sheet={null} />;
}
