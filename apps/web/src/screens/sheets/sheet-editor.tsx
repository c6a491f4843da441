/** A sheet: its name and assignee, the grid of its rows, and its steps. */
import {
  downloadSheet,
  readSheet,
  readSheetFile,
  readSheetNames,
  renameSheet,
} from '@signpost/contract/calls/sheets.ts';
import { boxPath, seoBoxPath } from '@signpost/contract/clicks/link-settings.ts';
import { boxSheet } from '@signpost/contract/entities/box-sheet.ts';
import { seoBoxSheet } from '@signpost/contract/entities/seo-box-sheet.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { headerIn, readPasted, rowsOfTable, writePasted } from '@signpost/contract/sheets/pasted.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import {
  type Cells,
  SHEET_ROWS_MAX,
  SHEET_STATE_LABELS,
  type Sheet,
  type SheetKind,
  type SheetRow,
} from '@signpost/contract/sheets/sheet.ts';
import { useMemo, useState } from 'react';
import { useLeaveQuestion } from '../../address/leave-question.tsx';
import { useGo } from '../../address/use-go.ts';
import { recordsKey, send, useCall } from '../../api/calls.ts';
import { saveFile } from '../../api/save-file.ts';
import { useUser } from '../../api/session.ts';
import { useUnsaved } from '../../api/unsaved.ts';
import { useAction } from '../../api/use-action.ts';
import { useLinkBase } from '../../features/links/use-link-base.ts';
import { NotesDrawer } from '../../records/notes-drawer.tsx';
import { Button } from '../../ui/button.tsx';
import { showSnackbar } from '../../ui/feedback/snackbar.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ExportMenu } from '../../ui/layout/export-menu.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import {
  fillDown,
  type GridRow,
  insertRows,
  type Place,
  type Range,
  removeRows,
} from '../../ui/sheet-grid/edit-rows.ts';
import { SheetGrid } from '../../ui/sheet-grid/sheet-grid.tsx';
import { useMobile } from '../../ui/use-mobile.ts';
import { CopyButton } from '../../ui/values/copy-button.tsx';
import { Badge, Time } from '../../ui/values/values.tsx';
import { cellInNames, gridColumns } from './grid-columns.ts';
import { Conflicts, Problems } from './problems.tsx';
import { SheetCards } from './sheet-cards.tsx';
import { SheetGoogle } from './sheet-google.tsx';
import { SheetMaking } from './sheet-making.tsx';
import { SheetSteps } from './sheet-steps.tsx';
import classes from './sheets.module.css';
import { blankRow, useRows } from './use-rows.ts';

const TONES = { draft: 'neutral', requested: 'accent', rejected: 'bad', made: 'good' } as const;
const START: Range = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };
const TITLES = { campaign: 'Add box sheet', seo: 'Add SEO box sheet' } as const;

const cellRange = (place: Place): Range => ({ from: place, to: place });

/** Names the columns of a file or of the clipboard that no box has. */
function sayLeftOut(columns: readonly string[]): void {
  if (columns.length === 0) return;
  showSnackbar({
    type: 'normal',
    message: `These columns are not part of a box and were left out: ${columns.join(', ')}.`,
  });
}

/** A pasted header names the columns; without it, cells go where they are pasted. */
function pastedTable(kind: SheetKind, text: string, { from }: Range): readonly (readonly string[])[] {
  const table = readPasted(text);
  const [first = []] = table;
  if (from.column !== 0 || headerIn(kind, first) === null) return table;
  const { cells, unknown } = rowsOfTable(kind, table);
  sayLeftOut(unknown);
  return cells.map((row) => SHEET_COLUMNS[kind].map(({ name }) => row[name] ?? ''));
}

function useNames(kind: SheetKind) {
  const { data } = useCall(readSheetNames, { params: { kind } });
  const names = data?.names;
  const columns = useMemo(() => gridColumns(kind, names ?? {}), [kind, names]);
  return { names, columns, people: data?.people ?? [] };
}

/** Reads a file into rows behind those that are there. */
function useFile(kind: SheetKind, onRows: (cells: readonly Cells[]) => void) {
  return useAction(
    (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return send(readSheetFile, { body });
    },
    {
      refresh: [],
      onDone: ({ cells: table }) => {
        const { cells, unknown } = rowsOfTable(kind, table);
        onRows(cells);
        sayLeftOut(unknown);
      },
    },
  );
}

function BoxLink({ kind, row, base }: { kind: SheetKind; row: GridRow; base: string | null }) {
  if (row.boxId === null || base === null) return null;
  const url = `${base}${kind === 'seo' ? seoBoxPath(row.boxId) : boxPath(row.boxId)}`;
  return (
    <span className={classes.link}>
      <a href={url} target="_blank" rel="noopener">
        {url}
      </a>
      <CopyButton value={url} label={`Copy link of row ${row.cells.name ?? ''}`} />
    </span>
  );
}

function About({ sheet, zone }: { sheet: Sheet; zone: string }) {
  const { state, requestedBy, requestedAt, decidedBy, decidedAt, rejection, createdBy } = sheet;
  return (
    <>
      <Badge tone={TONES[state]}>{SHEET_STATE_LABELS[state]}</Badge>
      {createdBy !== null && requestedAt === null && <span>Created by {createdBy.name}</span>}
      {requestedAt !== null && (
        <span>
          Requested by {requestedBy?.name ?? 'somebody'} <Time value={requestedAt} zone={zone} />
        </span>
      )}
      {decidedAt !== null && (
        <span>
          {state === 'made' ? 'Made' : 'Rejected'} by {decidedBy?.name ?? 'somebody'}{' '}
          <Time value={decidedAt} zone={zone} />
        </span>
      )}
      {rejection !== null && state === 'rejected' && <p className={classes.rejection}>{rejection}</p>}
    </>
  );
}

interface AssigneeProps {
  sheet: Sheet;
  people: readonly { id: number; name: string }[];
}

function Assignee({ sheet, people }: AssigneeProps) {
  const assign = useAction(
    async (assigneeId: number | null) => await send(renameSheet, { params: { id: sheet.id }, body: { assigneeId } }),
    { refresh: [readSheet], said: (_, to) => (to === null ? 'Nobody is assigned now.' : 'Assigned and told.') },
  );
  const mayAssign = sheet.may.edit || sheet.may.withdraw;
  return (
    <Choice
      label="Assignee"
      value={sheet.assignee === null ? null : String(sheet.assignee.id)}
      options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => assign.mutate(next === null ? null : Number(next))}
      placeholder="Whoever is free"
      clearable
      disabled={!mayAssign}
    />
  );
}

export function SheetEditor({ kind, sheet }: { kind: SheetKind; sheet: Sheet | null }) {
  const go = useGo();
  const isMobile = useMobile();
  const { timeZone } = useUser();
  const { base } = useLinkBase();
  const { names, columns, people } = useNames(kind);
  const [name, setName] = useState(sheet?.name ?? '');
  const [range, setRange] = useState<Range>(START);
  const [hasComments, setHasComments] = useState(false);
  const editing = useRows(kind, sheet, names);
  const { history, rows, errors, isUnsaved, filled, conflicts } = editing;
  const isEditable = sheet === null || sheet.may.edit;
  const isRenamed = name.trim() !== (sheet?.name ?? '');
  const hasInput = isUnsaved || isRenamed;
  useUnsaved(hasInput);
  const leaving = useLeaveQuestion(hasInput);

  const title = name.trim() === '' ? 'Boxes' : name.trim();
  const saveAll = async () => {
    if (sheet !== null && isRenamed && name.trim() !== '')
      await send(renameSheet, { params: { id: sheet.id }, body: { name: name.trim() } });
    return await editing.save(title);
  };
  const save = useAction(
    async () => {
      const data = await saveAll();
      return { data, status: 'SUCCESS', message: '', meta: {}, requestId: null } as const;
    },
    {
      refresh: [readSheet, recordsKey(boxSheet), recordsKey(seoBoxSheet)],
      onDone: (done) => {
        if (done === null) return;
        showSnackbar({ type: 'success', message: 'Sheet saved.' });
        if (sheet !== null) return;
        leaving.allow();
        void go({ path: path.sheetsEdit({ id: done.id }), replace: true });
      },
    },
  );
  const addRows = (cells: readonly Cells[]) =>
    history.set([...rows, ...cells.map((one): SheetRow => ({ ...blankRow(), cells: one }))].slice(0, SHEET_ROWS_MAX));
  const file = useFile(kind, addRows);
  const reload = async () => {
    if (sheet === null) return;
    const { data } = await send(readSheet, { params: { id: sheet.id } });
    editing.load(data);
  };
  const grid = {
    rows: history.value,
    columns: columns.map((column) => column.name),
    newRow: blankRow,
    most: SHEET_ROWS_MAX,
  };
  const { row: at, column: chosen } = range.from;
  const column = columns[chosen]?.name ?? '';
  const inNames = cellInNames(kind, column, history.value[at]?.cells[column] ?? '', names ?? {});
  const hasLinks = history.value.some(({ boxId }) => boxId !== null);
  const entity = kind === 'seo' ? seoBoxSheet : boxSheet;
  return (
    <div className={classes.page}>
      <PageHeader title={sheet?.name ?? TITLES[kind]} />
      {sheet !== null && <SheetMaking sheet={sheet} onDone={() => void reload()} />}
      {sheet !== null && (
        <div className={classes.about}>
          <About sheet={sheet} zone={timeZone} />
          <SheetGoogle sheet={sheet} rows={history.value} save={saveAll} reload={reload} />
        </div>
      )}
      <div className={classes.heads}>
        <div className={classes.fields}>
          <TextInput
            label="Name"
            value={name}
            onChange={setName}
            maxLength={120}
            placeholder="What the boxes are for"
            disabled={!isEditable}
          />
          {sheet !== null && <Assignee sheet={sheet} people={people} />}
        </div>
        <div className={classes.steps}>
          {isEditable && (
            <Button
              kind={sheet === null ? 'primary' : 'default'}
              disabled={!hasInput || save.isPending}
              loading={save.isPending}
              onClick={() => save.mutate(undefined)}
            >
              Save sheet
            </Button>
          )}
          {sheet !== null && (
            <SheetSteps
              sheet={sheet}
              filled={filled}
              hasErrors={errors.size > 0}
              save={saveAll}
              onDone={() => void reload()}
            />
          )}
        </div>
      </div>
      <div className={classes.tools}>
        {isEditable && !isMobile && (
          <>
            <Button onClick={history.undo} disabled={!history.canUndo}>
              Undo
            </Button>
            <Button onClick={history.redo} disabled={!history.canRedo}>
              Redo
            </Button>
            <Button onClick={() => history.set(fillDown(grid, range))}>Fill down</Button>
            <Button onClick={() => history.set(insertRows(grid, range))}>Insert row above</Button>
            <Button onClick={() => history.set(removeRows(grid, range))}>Remove rows</Button>
            <FileButton accept=".csv,.xlsx,text/csv" onFile={(next) => file.mutate(next)}>
              Add rows from a file
            </FileButton>
          </>
        )}
        {sheet !== null && (
          <>
            <ExportMenu
              of={sheet.name}
              total={rows.length}
              onSave={(format) =>
                saveFile(downloadSheet, { params: { id: sheet.id, format } }, `sheet-${sheet.id}.${format}`)
              }
            />
            <Button onClick={() => setHasComments(true)}>Comments</Button>
          </>
        )}
      </div>
      <Conflicts kind={kind} rows={history.value} conflicts={conflicts} />
      <Problems
        kind={kind}
        rows={history.value}
        errors={errors}
        at={range.from}
        filled={filled}
        inNames={inNames}
        onGo={(place) => setRange(cellRange(place))}
      />
      {isMobile ? (
        <SheetCards
          kind={kind}
          rows={rows.filter(({ cells }) => !isBlankRow(cells))}
          errors={errors}
          names={names ?? {}}
          link={(row) => <BoxLink kind={kind} row={row} base={base} />}
        />
      ) : (
        <SheetGrid
          label={sheet?.name ?? TITLES[kind]}
          columns={columns}
          rows={history.value}
          errors={errors}
          isEditable={isEditable}
          most={SHEET_ROWS_MAX}
          newRow={blankRow}
          onChange={history.set}
          onUndo={history.undo}
          onRedo={history.redo}
          onSave={() => save.mutate(undefined)}
          readPasted={(text, at) => pastedTable(kind, text, at)}
          writePasted={writePasted}
          range={range}
          onRange={setRange}
          after={
            hasLinks
              ? { label: 'Link', width: 320, render: (row) => <BoxLink kind={kind} row={row} base={base} /> }
              : undefined
          }
        />
      )}
      {leaving.dialog}
      {sheet !== null && (
        <NotesDrawer
          entity={entity}
          id={sheet.id}
          title={sheet.name}
          opened={hasComments}
          onClose={() => setHasComments(false)}
        />
      )}
    </div>
  );
}
