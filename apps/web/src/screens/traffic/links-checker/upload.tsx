/** `/links-checker-upload`: the links of a CSV are checked. */
import { FileCheck } from './file-check.tsx';

export default function LinksCheckerUploadPage() {
  return (
    <FileCheck
      source="upload"
      description="A CSV with at most 10,000 links in one of its columns. Choose the column, then the check starts and shows its progress."
    />
  );
}
