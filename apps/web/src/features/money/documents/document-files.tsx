/** A document as files: what is sent, what machines read, and what the publisher attached. */
import { downloadDocument } from '@signpost/contract/calls/document-files.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { xmlProblem } from '@signpost/contract/reading/minor-units.ts';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/values/format.ts';
import classes from './documents.module.css';

type Form = 'pdf' | 'xml' | 'csv' | 'attached';

const LABELS = { pdf: 'PDF', xml: 'UBL XML', csv: 'Lines as CSV' } as const;

/** The buttons that save a document's files. */
export function DocumentFiles({ document }: { document: DocumentView }) {
  const { id, number, issueDate, files, currency } = document;
  const name = number ?? `draft-${id}`;
  const save = (form: Form, fileName: string) => void saveFile(downloadDocument, { params: { id, form } }, fileName);
  const problem = xmlProblem(currency);
  const hasXml = issueDate !== null && problem === '';
  const forms = (['pdf', 'xml', 'csv'] as const).filter((form) => form !== 'xml' || hasXml);
  const attached = files.find(({ purpose }) => purpose === 'received');
  return (
    <div className={classes.footer}>
      {forms.map((form) => (
        <Button
          key={form}
          kind="quiet"
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => save(form, `${name}.${form}`)}
        >
          {LABELS[form]}
        </Button>
      ))}
      {attached !== undefined && (
        <Button
          kind="quiet"
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => save('attached', attached.name)}
        >
          {`${attached.name} (${formatBytes(attached.bytes)})`}
        </Button>
      )}
      {problem !== '' && <p className={classes.muted}>{problem}</p>}
    </div>
  );
}
