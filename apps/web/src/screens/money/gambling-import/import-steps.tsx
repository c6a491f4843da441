/** One import: its column mapping, its check result and its next action. */

import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { checkGamblingImport, startGamblingImport, undoGamblingImport } from '@signpost/contract/calls/ledger.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { NO_HEADER } from '@signpost/contract/reading/table.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import {
  type GamblingImport,
  IMPORT_FIELDS,
  IMPORT_STEPS,
  type ImportSummary,
  isImportStep,
} from '@signpost/contract/records/gambling-import.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { QueryKey } from '@tanstack/react-query';
import { send } from '../../../api/calls.ts';
import { ReasonDialog } from '../../../api/reason-dialog.tsx';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { downloadBlob } from '../../../ui/download.ts';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';
import { counted } from '../../../ui/values/plural.ts';
import { FileEncoding } from './file-encoding.tsx';
import classes from './import.module.css';
import { Mapping } from './mapping.tsx';
import type { ChosenFile } from './upload-form.ts';

const rows = (count: number) => counted(count, 'row');

function headerOf({ detected: { headerRow } }: GamblingImport): string {
  if (headerRow === undefined) return '';
  if (headerRow === NO_HEADER) return ' · no line names the columns';
  return ` · columns named in line ${headerRow}`;
}

const SHOWN = 100;

/** The totals of the accepted rows, before they count. */
function Sums({ summary: { from, to, sums } }: { summary: ImportSummary }) {
  return (
    <Scroller className={classes.scroll} label="Totals to be counted">
      <table className={classes.sums} aria-label="Totals to be counted">
        <caption>Totals to be counted: {from === to ? `on ${from}` : `from ${from} to ${to}`}</caption>
        <thead>
          <tr>
            <th>Currency</th>
            <th>Rows</th>
            <th>{IMPORT_FIELDS.registrations}</th>
            <th>{IMPORT_FIELDS.firstDeposits}</th>
            <th>{IMPORT_FIELDS.deposits}</th>
            <th>{IMPORT_FIELDS.depositAmount}</th>
            <th>{IMPORT_FIELDS.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">{sum.currency}</th>
              <td>{formatNumber(sum.rows)}</td>
              <td>{formatNumber(sum.registrations)}</td>
              <td>{formatNumber(sum.firstDeposits)}</td>
              <td>{formatNumber(sum.deposits)}</td>
              <td>{formatMoney(sum.depositAmount, sum.currency)}</td>
              <td>{formatMoney(sum.revenue, sum.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

interface StateProps {
  one: GamblingImport;
  source: ChosenFile | null;
  busy: boolean;
  onCheck: (mapping: GamblingImport['mapping']) => void;
}

/** The progress of the import, or the column mapping before it is checked. */
function State({ one, source, busy, onCheck }: StateProps) {
  if (isImportStep(one.state))
    return (
      <div className={classes.progress} role="status">
        <progress max={one.rowsTotal} value={one.rowsDone} aria-label="Progress" />
        {IMPORT_STEPS[one.state]}: {formatNumber(one.rowsDone)} of {rows(one.rowsTotal)}
      </div>
    );
  if (one.state === 'imported')
    return <p role="status">{rows(one.rowsGood)} imported and counted in the statistics.</p>;
  if (one.state === 'undone') return <p role="status">Undone: its rows are reversed and no longer count.</p>;
  return (
    <>
      <FileEncoding one={one} source={source} />
      <Mapping key={JSON.stringify(one.mapping)} one={one} busy={busy} onCheck={onCheck} />
    </>
  );
}

function downloadRefusals({ name, errors }: GamblingImport) {
  const lines = errors.map((error) => [error.row, error.column, error.message]);
  downloadBlob(`refused-${name}`, new Blob([toCsv([['Row', 'Column', 'Problem'], ...lines])]));
}

function RefusedRows({ errors }: Pick<GamblingImport, 'errors'>) {
  return (
    <Scroller className={classes.scroll} label="Refused rows">
      <table className={classes.errors} aria-label="Refused rows">
        <thead>
          <tr>
            <th>Row</th>
            <th>Column</th>
            <th>Problem</th>
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, SHOWN).map((error) => (
            <tr key={`${error.row} ${error.column} ${error.message}`}>
              <td>{error.row}</td>
              <td>{error.column}</td>
              <td>{error.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The check result, and the button that imports the valid rows. */
function Findings({ one, busy, onImport }: { one: GamblingImport; busy: boolean; onImport: () => void }) {
  return (
    <Panel
      title="Check result"
      actions={
        <>
          {one.errors.length > 0 && <Button onClick={() => downloadRefusals(one)}>Download refused rows</Button>}
          <Button kind="primary" disabled={one.rowsGood === 0} loading={busy} onClick={onImport}>
            Import {rows(one.rowsGood)}
          </Button>
        </>
      }
    >
      <p role="status">
        <strong>{rows(one.rowsGood)}</strong> can be imported
        {one.rowsBad > 0 && (
          <>
            , <strong className={classes.bad}>{formatNumber(one.rowsBad)}</strong> are refused and will be left out
          </>
        )}
        .
      </p>
      {one.summary !== null && <Sums summary={one.summary} />}
      {one.warnings.length > 0 && (
        <Scroller className={classes.scroll} label="Warnings">
          <ul className={classes.warnings} aria-label="Warnings">
            {one.warnings.slice(0, SHOWN).map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                Row {row}: {message}
              </li>
            ))}
            {one.warnings.length > SHOWN && <li>{formatNumber(one.warnings.length - SHOWN)} more.</li>}
          </ul>
        </Scroller>
      )}
      {one.errors.length > 0 && <RefusedRows errors={one.errors} />}
    </Panel>
  );
}

interface ImportStepsProps {
  one: GamblingImport;
  /** The file, if it was uploaded on this page. */
  source: ChosenFile | null;
  refresh: readonly (AnyCall | QueryKey)[];
}

export function ImportSteps({ one, source, refresh }: ImportStepsProps) {
  const params = { id: one.id };
  const check = useAction(
    (mapping: GamblingImport['mapping']) => send(checkGamblingImport, { params, body: mapping }),
    {
      refresh,
      said: () => 'The file is being checked.',
    },
  );
  const take = useAction(() => send(startGamblingImport, { params, body: { onlyGood: true } }), {
    refresh,
    said: () => 'The import has started.',
  });
  const wasChecked = one.state === 'checked' && one.rowsGood + one.rowsBad > 0;
  const renderNextSteps = () => {
    if (one.state === 'imported')
      return (
        <>
          <Button href={`${hashHref(path.gamblingStats())}?${buildQuery({ filters: { importId: [String(one.id)] } })}`}>
            Show its rows
          </Button>
          <DialogButton
            dialog={(close) => (
              <ReasonDialog
                call={undoGamblingImport}
                name="because"
                run={(because, key) => send(undoGamblingImport, { params, body: { because } }, key)}
                refresh={refresh}
                said="The import is being undone."
                title={`Undo ${one.name}`}
                submitLabel="Undo import"
                onClose={close}
              >
                <p>All {rows(one.rowsGood)} of this import will be reversed in the statistics too.</p>
              </ReasonDialog>
            )}
          >
            Undo import
          </DialogButton>
        </>
      );
    return undefined;
  };
  return (
    <>
      <Panel
        title={one.name}
        description={`${one.partner} · ${rows(one.rowsTotal)}${headerOf(one)}`}
        actions={renderNextSteps()}
      >
        <State one={one} source={source} busy={check.isPending} onCheck={(mapping) => check.mutate(mapping)} />
        {one.problem !== null && (
          <p role="alert" className={classes.bad}>
            {one.problem}
          </p>
        )}
      </Panel>
      {wasChecked && <Findings one={one} busy={take.isPending} onImport={() => take.mutate(undefined)} />}
    </>
  );
}
