/** Compares a partner's list with ours: only ours, only theirs and different rows, each with its likely cause. */
import { ENCODING_PATH } from '@signpost/contract/reading/encodings.ts';
import { IconUpload } from '@tabler/icons-react';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { DateRange } from '../../../stats/date-range.tsx';
import { Button } from '../../../ui/button.tsx';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Additions } from './add-missing.tsx';
import { FileForm } from './file-form.tsx';
import { Found } from './reconciliation.tsx';
import { isChoicePath, type ReconcileState, useReconcile } from './use-reconcile.ts';

const LINES = 8;

function ListInput({ of: { csv, file, headers, problem, chooseText } }: { of: ReconcileState }) {
  // A problem with a column or the decimal mark is shown there, once there is something to choose from.
  const isAtChoice =
    problem?.path === ENCODING_PATH || (headers.length > 0 && problem !== null && isChoicePath(problem.path));
  const describeInput = () => {
    if (file === null)
      return 'Paste the list, or choose a file: CSV, XLSX, or packed by gzip. Titles above the columns’ names are left out.';
    return `The file ${file.name} is compared. Text that you type or paste here takes its place.`;
  };
  return (
    <TextInput
      label="The partner’s list as CSV"
      help={describeInput()}
      value={csv}
      onChange={chooseText}
      lines={LINES}
      mono
      errors={problem === null || isAtChoice ? [] : [problem.message]}
    />
  );
}

function EncodingOfFile({ of: { file, encoding, readAs, problem, set } }: { of: ReconcileState }) {
  const errors = problem?.path === ENCODING_PATH ? [problem.message] : [];
  if (file === null || (readAs === null && encoding === null && errors.length === 0)) return null;
  return (
    <EncodingChoice readAs={readAs} value={encoding} onChange={(chosen) => set({ encoding: chosen })} errors={errors} />
  );
}

function Buttons({ of: { partnerId, file, csv, busy, compare, chooseFile } }: { of: ReconcileState }) {
  return (
    <div className={classes.buttons}>
      <Button
        kind="primary"
        loading={busy}
        disabled={partnerId === null || (file === null && csv.trim() === '')}
        onClick={compare}
      >
        Compare
      </Button>
      <FileButton
        accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv,text/plain"
        icon={<IconUpload size={16} aria-hidden />}
        onFile={chooseFile}
      >
        Choose a file
      </FileButton>
    </div>
  );
}

export function Reconcile() {
  const reconcile = useReconcile();
  const { timeZone, partnerId, found, compare, set } = reconcile;
  return (
    <div className={classes.stack}>
      <div className={classes.form}>
        <ReferenceInput
          label="Partner"
          to="partner"
          required
          value={partnerId}
          onChange={(id) => set({ partnerId: id })}
        />
        <DateRange
          restricted
          hasLabel
          label="Days"
          value={reconcile.dateRange}
          timeZone={timeZone}
          onChange={(dateRange) => set({ dateRange })}
        />
        <div className={classes.wide}>
          <ListInput of={reconcile} />
        </div>
        <EncodingOfFile of={reconcile} />
        {reconcile.headers.length > 0 && (
          <FileForm
            headers={reconcile.headers}
            columns={reconcile.columns}
            onColumns={(columns) => set({ columns })}
            decimalMark={reconcile.decimalMark}
            onDecimalMark={(decimalMark) => set({ decimalMark })}
            headerRow={reconcile.headerRow}
            onHeaderRow={reconcile.chooseHeaderRow}
            found={found?.result ?? null}
            problem={reconcile.problem}
          />
        )}
      </div>
      <Buttons of={reconcile} />
      {partnerId !== null && (
        <Additions
          partnerId={partnerId}
          onTakenOut={() => {
            if (found !== null) compare();
          }}
        />
      )}
      {found && <Found found={found.result} list={found.body} onAdded={compare} />}
    </div>
  );
}
