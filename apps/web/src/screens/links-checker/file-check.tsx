/** A file of links: one column is chosen, previewed and checked. */

import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { readLinkFile } from '@signpost/contract/calls/link-checks.ts';
import { otherSheetsNotice } from '@signpost/contract/reading/table.ts';
import { useState } from 'react';
import { send } from '../../api/calls.ts';
import { useUnsaved } from '../../api/unsaved.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { FileInput } from '../../ui/fields/file-input.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './links-checker.module.css';
import { useStartCheck } from './use-start.ts';

type Columns = CallAnswer<typeof readLinkFile>['columns'];

const SHOWN = 8;

interface Props {
  source: 'upload' | 'email';
  /** Tells the person where the results will appear. */
  description: string;
  /** Why the check cannot be started here at all. */
  refusal?: string | undefined;
}

export function FileCheck({ source, description, refusal }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [columns, setColumns] = useState<Columns>([]);
  const [chosen, setChosen] = useState(0);
  const [otherSheets, setOtherSheets] = useState<readonly string[]>([]);
  const { start, problem: refused } = useStartCheck();
  useUnsaved(file !== null && !start.isSuccess);
  const read = useAction(
    (next: File) => {
      const body = new FormData();
      body.append('file', next);
      return send(readLinkFile, { body });
    },
    {
      refresh: [],
      onDone: ({ columns: found, suggested, otherSheets: others }) => {
        setColumns(found);
        setOtherSheets(others);
        setChosen(suggested);
      },
      onRefused: ({ errors }) => {
        const about = errors.find(({ path }) => path === 'file');
        setProblem(about?.message ?? null);
        return about !== undefined;
      },
    },
  );
  const column = columns[chosen];
  const notice = otherSheetsNotice(otherSheets);
  const choose = (next: File | null) => {
    setProblem(null);
    setColumns([]);
    setOtherSheets([]);
    setFile(next);
    if (next !== null) read.mutate(next);
  };
  return (
    <Panel title="File" description={description}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (column !== undefined) start.mutate({ name: file?.name ?? '', source, texts: column.values });
        }}
      >
        <FileInput
          label="Spreadsheet or CSV file"
          accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv"
          value={file}
          onChange={choose}
          errors={[problem, refused].filter((text) => text !== null)}
          required
        />
        {column !== undefined && (
          <>
            <Choice
              label="Column with the links"
              value={String(chosen)}
              options={columns.map(({ name, links }, at) => ({
                value: String(at),
                label: `${name} (${formatNumber(links)} links)`,
              }))}
              onChange={(next) => setChosen(Number(next ?? chosen))}
              required
            />
            <section aria-label="Preview">
              {notice !== null && <p className={classes.lead}>{notice}</p>}
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
            loading={start.isPending || read.isPending}
          >
            {column === undefined ? 'Check links' : `Check ${formatNumber(column.values.length)} links`}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
