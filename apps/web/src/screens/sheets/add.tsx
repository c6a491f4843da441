/** `/sheets/add`: a new sheet of campaign boxes. */
import { SheetEditor } from './sheet-editor.tsx';

export default function SheetAddPage() {
  return <SheetEditor kind="campaign" sheet={null} />;
}
