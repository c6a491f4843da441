/** `/gambling-stats/csv-upload`: upload of a partner's file, column mapping, check, import and undo. */

import { useSetState } from '@mantine/hooks';
import { showGamblingImport, uploadGamblingFile } from '@signpost/contract/calls/ledger.ts';
import { gamblingImport } from '@signpost/contract/entities/gambling-import.ts';
import { gamblingStat } from '@signpost/contract/entities/gambling-stat.ts';
import { ENCODING_PATH, type EncodingName } from '@signpost/contract/reading/encodings.ts';
import { type GamblingImport, isImportStep } from '@signpost/contract/records/gambling-import.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { send, useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useOnceKey } from '../../../api/once-key.ts';
import { useAction } from '../../../api/use-action.ts';
import { NumberField } from '../../../fields/number-field.tsx';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { useRecords } from '../../../records/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { FileInput } from '../../../ui/fields/file-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { plural } from '../../../ui/values/plural.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './import.module.css';
import { ImportSteps } from './import-steps.tsx';
import { type ChosenFile, uploadForm } from './upload-form.ts';

const POLL_MS = 400;
const EARLIER = 20;
/** Refusals that are shown at a field of the form. */
const ABOUT_FILE = ['file', 'headerRow', ENCODING_PATH];

const isWorking = (one: GamblingImport | undefined) => one !== undefined && isImportStep(one.state);

/** A file that was uploaded on this page, with the import that it became. */
interface Uploaded extends ChosenFile {
  id: number;
}

interface UploadState {
  partnerId: number | null;
  file: File | null;
  headerRow: number | null;
  encoding: EncodingName | null;
  problem: { path: string; message: string } | null;
}

const NOTHING_CHOSEN: UploadState = { partnerId: null, file: null, headerRow: null, encoding: null, problem: null };

function Upload({ onMade }: { onMade: (uploaded: Uploaded) => void }) {
  const [{ partnerId, file, headerRow, encoding, problem }, set] = useSetState<UploadState>(NOTHING_CHOSEN);
  const once = useOnceKey();
  /** Another choice is another upload, and makes what was wrong with the file out of date. */
  const choose = (part: Partial<UploadState>) => {
    once.renew();
    set({ problem: null, ...part });
  };
  const upload = useAction(
    (chosen: ChosenFile) => {
      const body = uploadForm(chosen, { encoding, importId: null });
      return send(uploadGamblingFile, { body }, { idempotencyKey: once.keyNow() });
    },
    {
      refresh: [['records', gamblingImport.name]],
      said: ({ rowsTotal }) => `${rowsTotal} ${plural(rowsTotal, 'row')} found. Map the columns.`,
      onDone: ({ id }) => {
        once.renew();
        if (file !== null) onMade({ id, partnerId, headerRow, file });
      },
      onRefused: (error) => {
        const about = error.errors.find(({ path }) => ABOUT_FILE.includes(path));
        set({ problem: about ?? null });
        return about !== undefined;
      },
    },
  );
  const errorsAt = (path: string) => {
    if (problem?.path === path) return [problem.message];
    return [];
  };
  return (
    <Panel
      title="Upload a file"
      description="Upload the CSV or XLSX as the partner sent it. Nothing is imported until you confirm."
    >
      <Form
        className={classes.upload}
        onSubmit={() => {
          if (file !== null) upload.mutate({ partnerId, headerRow, file });
        }}
      >
        <ReferenceInput
          label="Partner"
          to="partner"
          value={partnerId}
          onChange={(chosen) => choose({ partnerId: chosen, problem })}
          required
        />
        <FileInput
          label="Spreadsheet or CSV file"
          accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv"
          value={file}
          required
          errors={errorsAt('file')}
          onChange={(chosen) => choose({ file: chosen, encoding: null })}
        />
        <NumberField
          label="Line with the columns’ names"
          help="Found by itself if you leave this empty. Type 0 if no line names them."
          min={0}
          max={1_000}
          value={headerRow}
          errors={errorsAt('headerRow')}
          onChange={(chosen) => choose({ headerRow: chosen })}
        />
        {(encoding !== null || problem?.path === ENCODING_PATH) && (
          <EncodingChoice
            readAs={null}
            value={encoding}
            errors={errorsAt(ENCODING_PATH)}
            onChange={(chosen) => choose({ encoding: chosen })}
          />
        )}
        <Button kind="primary" type="submit" disabled={partnerId === null || file === null} loading={upload.isPending}>
          Upload
        </Button>
      </Form>
    </Panel>
  );
}

function Earlier({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = useRecords(gamblingImport, { limit: EARLIER });
  const states = gamblingImport.fields.importState.options;
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title="Earlier imports">
      <ul className={classes.earlier}>
        {data.data.map((row) => {
          const state = states.find(({ value }) => value === row.importState);
          return (
            <li key={row.id}>
              <button type="button" className={classes.open} onClick={() => onOpen(row.id)}>
                {String(row.name)}
              </button>
              <span className={classes.muted}>
                {row.labels.partnerId} · {`${Number(row.rowsTotal)} ${plural(Number(row.rowsTotal), 'row')}`}
              </span>
              <Badge tone={(state && 'tone' in state ? state.tone : undefined) ?? 'neutral'}>
                {state?.label ?? ''}
              </Badge>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Import({ id, source }: { id: number; source: ChosenFile | null }) {
  const answer = useCall(
    showGamblingImport,
    { params: { id } },
    { poll: { everyMs: POLL_MS, isOn: isWorking }, staleTime: 0 },
  );
  const queries = useQueryClient();
  const state = answer.data?.state;
  // Keeps the list of earlier imports in step with the open import.
  useEffect(() => {
    if (state !== undefined) void queries.invalidateQueries({ queryKey: ['records', gamblingImport.name] });
  }, [queries, state]);
  return (
    <Loaded of={answer} skeleton={<FormSkeleton />}>
      {(data) => (
        <ImportSteps
          key={data.id}
          one={data}
          source={source}
          refresh={[showGamblingImport, ['records', gamblingImport.name], ['records', gamblingStat.name]]}
        />
      )}
    </Loaded>
  );
}

export default function GamblingUploadPage() {
  const { open } = useScreenSearch('gamblingStatsCsvUpload');
  const go = useGo();
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const show = (id: number | null) => void go({ search: { open: id } });
  const showUploaded = (next: Uploaded) => {
    setUploaded(next);
    show(next.id);
  };
  const renderImport = () => {
    if (open === undefined) return <Upload onMade={showUploaded} />;
    return (
      <>
        <div>
          <Button onClick={() => show(null)}>Another file</Button>
        </div>
        <Import id={open} source={uploaded?.id === open ? uploaded : null} />
      </>
    );
  };
  return (
    <div className={classes.page}>
      {renderImport()}
      <Earlier onOpen={show} />
    </div>
  );
}
