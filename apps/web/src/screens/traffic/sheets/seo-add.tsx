/** `/sheets/seo/add`: a new sheet of SEO boxes. */
import { SheetEditor } from './sheet-editor.tsx';

export default function SeoSheetAddPage() {
  return <SheetEditor kind="seo" sheet={null} />;
}
