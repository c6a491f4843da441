/** A file of links: one column is chosen, previewed and checked. */

import { useSetState } from '@mantine/hooks';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { readLinkFile } from '@signpost/contract/calls/link-checks.ts';
import { ENCODING_PATH, type EncodingName } from '@signpost/contract/reading/encodings.ts';
import { otherSheetsNotice } from '@signpost/contract/reading/table.ts';
import { calculatedNotice } from '@signpost/contract/traffic/links/calculated.ts';
import { send } from '../../../api/calls.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { FileInput } from '../../../ui/fields/file-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import classes from './links-checker.module.css';
import { useStartCheck } from './use-start.ts';

type LinkFile = CallAnswer<typeof readLinkFile>;

const SHOWN = 8;

/** Notices about the sheets and links of the file that are not read. */
function noticesOf(found: LinkFile | null): string[] {
  if (found === null) return [];
  const notices = [otherSheetsNotice(found.otherSheets), calculatedNotice(found.calculated)];
  return notices.filter((notice) => notice !== null);
}

interface Props {
  source: 'upload' | 'email';
  /** Tells the person where the results will appear. */
  description: string;
  /** Why the check cannot be started here at all. */
  refusal?: string | undefined;
}

interface LinkFileState {
  file: File | null;
  encoding: EncodingName | null;
  problem: { path: string; message: string } | null;
  found: LinkFile | null;
  /** The place of the column with the links. */
  chosen: number;
}

const NO_FILE: LinkFileState = { file: null, encoding: null, problem: null, found: null, chosen: 0 };

/** The chosen file with its columns, once it is read in its own encoding or in the chosen one. */
function useLinkFile() {
  const [state, set] = useSetState<LinkFileState>(NO_FILE);
  const read = useAction(
    (next: { file: File; encoding: EncodingName | null }) => {
      const body = new FormData();
      // The server reads fields only before the file.
      if (next.encoding !== null) body.append(ENCODING_PATH, next.encoding);
      body.append('file', next.file);
      return send(readLinkFile, { body });
    },
    {
      refresh: [],
      onDone: (answer) => {
        set({ found: answer, chosen: answer.suggested });
      },
      onRefused: ({ errors }) => {
        const about = errors.find(({ path }) => path === 'file' || path === ENCODING_PATH);
        set({ problem: about ?? null });
        return about !== undefined;
      },
    },
  );
  const choose = (file: File | null, encoding: EncodingName | null) => {
    set({ problem: null, found: null, file, encoding });
    if (file !== null) read.mutate({ file, encoding });
  };
  return { ...state, choose, chooseColumn: (chosen: number) => set({ chosen }), isReading: read.isPending };
}

export function FileCheck({ source, description, refusal }: Props) {
  const { file, choose, encoding, problem, found, chosen, chooseColumn, isReading } = useLinkFile();
  const { start, problem: refused } = useStartCheck();
  useUnsaved(file !== null && !start.isSuccess);
  const columns = found?.columns ?? [];
  const column = columns[chosen];
  const notices = noticesOf(found);
  const errorsAt = (path: string) => {
    if (problem?.path === path) return [problem.message];
    return [];
  };
  const readAs = found?.encoding ?? null;
  const asksEncoding = readAs !== null || encoding !== null || problem?.path === ENCODING_PATH;
  return (
    <Panel title="File" description={description}>
      <Form
        className={classes.form}
        onSubmit={() => {
          if (column !== undefined) start.mutate({ name: file?.name ?? '', source, texts: column.values });
        }}
      >
        <FileInput
          label="Spreadsheet or CSV file"
          accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv"
          value={file}
          onChange={(next) => choose(next, null)}
          errors={[...errorsAt('file'), refused].filter((text) => text !== null)}
          required
        />
        {asksEncoding && (
          <EncodingChoice
            readAs={readAs}
            value={encoding}
            onChange={(next) => choose(file, next)}
            errors={errorsAt(ENCODING_PATH)}
          />
        )}
        {column !== undefined && (
          <>
            <Choice
              label="Column with the links"
              value={String(chosen)}
              options={columns.map(({ name, links }, at) => ({
                value: String(at),
                label: `${name} (${formatNumber(links)} links)`,
              }))}
              onChange={(next) => chooseColumn(Number(next ?? chosen))}
              required
            />
            <section aria-label="Preview">
              {notices.map((notice) => (
                <p key={notice} className={classes.lead}>
                  {notice}
                </p>
              ))}
              <p className={classes.lead}>
                {formatNumber(column.values.length)} values
                {column.values.length > SHOWN && `, the first ${SHOWN}`}:
              </p>
              <ol className={classes.preview}>
                {[...new Set(column.values.slice(0, SHOWN))].map((value) => (
                  <li key={value}>{value}</li>
                ))}
              </ol>
            </section>
          </>
        )}
        {refusal !== undefined && <p className={classes.problem}>{refusal}</p>}
        <div>
          <Button
            kind="primary"
            type="submit"
            disabled={refusal !== undefined || column === undefined || column.links === 0}
            loading={start.isPending || isReading}
          >
            {column === undefined ? 'Check links' : `Check ${formatNumber(column.values.length)} links`}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
