import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { counted } from '../../../ui/values/plural.ts';
import classes from './sheets.module.css';
import type { SheetFileState } from './use-sheet-file.ts';

/** The dialog shows this many rows of the file. All of them are added. */
const SHOWN = 8;

const inOneLine = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' · ');

/** Asks how a file is read that is not in Unicode, and shows its first rows. */
export function FileQuestion({ of }: { of: SheetFileState }) {
  const { question, isReading } = of;
  const rows = question?.found?.cells ?? [];
  const errors = question?.problem == null ? [] : [question.problem];
  return (
    <FormDialog
      opened={question !== null}
      title={`Add rows from ${question?.file.name ?? 'a file'}`}
      submitLabel="Add rows"
      canSubmit={rows.length > 0 && !isReading}
      submitting={isReading}
      onSubmit={of.addRows}
      onCancel={of.dismiss}
    >
      <EncodingChoice
        readAs={question?.found?.encoding ?? null}
        value={question?.encoding ?? null}
        onChange={of.chooseEncoding}
        errors={errors}
      />
      {rows.length > 0 && (
        <section aria-label="Preview">
          <p className={classes.previewHead}>
            {counted(rows.length, 'line')}
            {rows.length > SHOWN && `, the first ${SHOWN}`}:
          </p>
          <ul className={classes.preview}>
            {[...new Set(rows.slice(0, SHOWN).map(inOneLine))].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}
