/** The first rows of the report as it is being built. */

import { useDebouncedValue } from '@mantine/hooks';
import { previewReport } from '@signpost/contract/calls/reports.ts';
import type { ReportPreview } from '@signpost/contract/insight/reports/downloads.ts';
import { REPORT_LIMITS, reportDefinitionSchema } from '@signpost/contract/insight/reports/report.ts';
import { useMemo } from 'react';
import { useCall } from '../../../api/calls.ts';
import { firstProblem } from '../../../api/error.ts';
import { useUser } from '../../../api/session.ts';
import { LoadingBar } from '../../../ui/feedback/loading.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { EMPTY, formatNumber } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import { Time } from '../../../ui/values/values.tsx';
import { reportNumber, reportTitle } from './report-number.ts';
import classes from './reports.module.css';

const TYPING_MS = 500;

/** How many rows there are, and what that means for the file. */
function size(about: number | null, format: unknown): string {
  if (about === null) return 'The number of rows is known when the file is written.';
  const rows = `${about > REPORT_LIMITS.previewRows ? 'About ' : ''}${counted(about, 'row')}.`;
  if (about > REPORT_LIMITS.rows)
    return `${rows} That is more than a report may have (${formatNumber(REPORT_LIMITS.rows)}): use fewer levels or more filters.`;
  if (format !== 'xlsx' || about < REPORT_LIMITS.sheetRows) return rows;
  const sheets = Math.ceil((about + 1) / REPORT_LIMITS.sheetRows);
  return `${rows} XLSX holds ${formatNumber(REPORT_LIMITS.sheetRows)} rows on a sheet, so the file gets ${sheets} numbered sheets. CSV.gz is one table.`;
}

function PreviewTable({ preview }: { preview: ReportPreview }) {
  const { head, keyColumns, numberColumns, rows, totals } = preview;
  const cells = [...Array.from({ length: keyColumns }, (_, index) => (index === 0 ? 'Total' : '')), ...totals];
  const kind = (index: number) => {
    if (index < keyColumns) return undefined;
    return classes.number;
  };
  const cell = (text: string, index: number) => {
    const isKey = index < keyColumns;
    return (
      <td key={head[index]} className={kind(index)} title={isKey ? undefined : text}>
        {isKey ? text : reportNumber(text, numberColumns[index - keyColumns])}
      </td>
    );
  };
  return (
    <Scroller label="Preview of the report" className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title} scope="col" className={kind(index)}>
                {reportTitle(title, numberColumns[index - keyColumns])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, keyColumns).join('\u0001')}>
              {row.map((text, index) => cell(text === '' && index < keyColumns ? EMPTY : text, index))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{cells.map(cell)}</tr>
        </tfoot>
      </table>
    </Scroller>
  );
}

export function Preview({ definition, format }: { definition: unknown; format: unknown }) {
  const { timeZone } = useUser();
  const [settled] = useDebouncedValue(definition, TYPING_MS);
  const parsed = useMemo(() => reportDefinitionSchema.safeParse(settled), [settled]);
  const { data, error, isFetching } = useCall(
    previewReport,
    { body: { definition: parsed.data ?? { question: {} } } },
    { enabled: parsed.success, keepsPrevious: true, retry: false },
  );
  const problem = firstProblem(error);
  return (
    <Section title="Preview">
      <div className={classes.definition}>
        <LoadingBar visible={isFetching} />
        {!parsed.success && <p className={classes.hint}>The preview follows when the fields above are complete.</p>}
        {parsed.success && problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {data !== undefined && (
          <>
            <p className={classes.hint} role="status">
              {size(data.about, format)} The first {REPORT_LIMITS.previewRows} are shown; the file has all decimals. As
              of <Time value={data.asOf} zone={timeZone} detail="second" />.
            </p>
            <PreviewTable preview={data} />
          </>
        )}
      </div>
    </Section>
  );
}
