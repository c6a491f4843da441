/** A sheet: its name and assignee, the grid of its rows, and its steps. */

import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import { headerIn, readPasted, rowsOfTable, writePasted } from '@signpost/contract/sheets/pasted.ts';
import { isBlankRow } from '@signpost/contract/sheets/read-row.ts';
import { SHEET_ROWS_MAX, SHEET_WORDS, type Sheet, type SheetKind } from '@signpost/contract/sheets/sheet.ts';
import { ownLinkIn } from '@signpost/contract/traffic/clicks/own-link.ts';
import { useUser } from '../../../api/session.ts';
import { useLinkBase } from '../../../features/traffic/links/use-link-base.ts';
import { useLinkHosts } from '../../../fields/link-hosts.ts';
import { Button } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import type { GridRow, Place, Range } from '../../../ui/sheet-grid/edit-rows.ts';
import { SheetGrid } from '../../../ui/sheet-grid/sheet-grid.tsx';
import { useMobile } from '../../../ui/use-mobile.ts';
import { plural } from '../../../ui/values/plural.ts';
import { FileQuestion } from './file-question.tsx';
import { cellInNames } from './grid-columns.ts';
import { Conflicts, Problems } from './problems.tsx';
import { About, Assignee, MadeLink } from './sheet-about.tsx';
import { SheetCards } from './sheet-cards.tsx';
import { SheetGoogle } from './sheet-google.tsx';
import { SheetMaking } from './sheet-making.tsx';
import { SheetSteps } from './sheet-steps.tsx';
import { RowTools, StoredTools } from './sheet-tools.tsx';
import classes from './sheets.module.css';
import { blankRow } from './use-rows.ts';
import { type SheetEditing, useSheetEditor } from './use-sheet-editor.ts';
import { sayLeftOut } from './use-sheet-file.ts';

const TITLES = { campaign: 'Add box sheet', seo: 'Add SEO box sheet', direct: 'Add direct link sheet' } as const;

const cellRange = (place: Place): Range => ({ from: place, to: place });

/** Cuts off what follows our own links, and says so. */
function withOwnLinks(table: readonly (readonly string[])[], hosts: readonly string[]): readonly (readonly string[])[] {
  let count = 0;
  const cut = table.map((row) =>
    row.map((cell) => {
      const own = ownLinkIn(cell, hosts);
      if (own?.isCut !== true) return cell;
      count += 1;
      return own.link;
    }),
  );
  if (count > 0)
    showSnackbar({
      message: `Our own links were recognised, and what followed them was cut off: ${count} ${plural(count, 'cell')}.`,
    });
  return cut;
}

/** A pasted header names the columns; without it, cells go where they are pasted. */
function pastedTable(kind: SheetKind, text: string, { from }: Range): readonly (readonly string[])[] {
  const table = readPasted(text);
  const [first = []] = table;
  if (from.column !== 0 || headerIn(kind, first) === null) return table;
  const { cells, unknown } = rowsOfTable(kind, table);
  sayLeftOut(kind, unknown);
  return cells.map((row) => SHEET_COLUMNS[kind].map(({ name }) => row[name] ?? ''));
}

/** The name and assignee of a sheet, and the steps that can be taken with it. */
function Heads({ of }: { of: SheetEditing }) {
  const { sheet, name, isEditable, save, editing } = of;
  return (
    <div className={classes.heads}>
      <div className={classes.fields}>
        <TextInput
          label="Name"
          value={name}
          onChange={of.setName}
          maxLength={120}
          placeholder={`What the ${SHEET_WORDS[of.kind].many} are for`}
          disabled={!isEditable}
        />
        {sheet !== null && <Assignee sheet={sheet} people={of.people} />}
      </div>
      <div className={classes.steps}>
        {isEditable && (
          <Button
            kind={sheet === null ? 'primary' : 'default'}
            disabled={!of.hasInput || save.isPending}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            Save sheet
          </Button>
        )}
        {sheet !== null && (
          <SheetSteps
            sheet={sheet}
            filled={editing.filled}
            hasErrors={editing.errors.size > 0}
            save={of.saveAll}
            onDone={() => void of.reload()}
          />
        )}
      </div>
    </div>
  );
}

/** The rows: a grid, and cards to read on phones. */
function Rows({ of }: { of: SheetEditing }) {
  const isMobile = useMobile();
  const { base } = useLinkBase();
  const hosts = useLinkHosts();
  const { kind, sheet, editing, columns } = of;
  const { history } = editing;
  const link = (row: GridRow) => <MadeLink kind={kind} row={row} base={base} />;
  if (isMobile)
    return (
      <SheetCards
        kind={kind}
        rows={editing.rows.filter(({ cells }) => !isBlankRow(cells))}
        errors={editing.errors}
        names={of.names ?? {}}
        link={link}
      />
    );
  const hasLinks = history.value.some(({ boxId }) => boxId !== null);
  return (
    <SheetGrid
      label={sheet?.name ?? TITLES[kind]}
      columns={columns}
      rows={history.value}
      errors={editing.errors}
      isEditable={of.isEditable}
      most={SHEET_ROWS_MAX}
      newRow={blankRow}
      onChange={history.set}
      onUndo={history.undo}
      onRedo={history.redo}
      onSave={() => of.save.mutate(undefined)}
      readPasted={(text, at) => withOwnLinks(pastedTable(kind, text, at), hosts)}
      writePasted={writePasted}
      range={of.range}
      onRange={of.setRange}
      after={hasLinks ? { label: 'Link', width: 320, render: link } : undefined}
    />
  );
}

export function SheetEditor({ kind, sheet }: { kind: SheetKind; sheet: Sheet | null }) {
  const isMobile = useMobile();
  const { timeZone } = useUser();
  const of = useSheetEditor(kind, sheet);
  const { editing, range, columns, names, saveAll, reload } = of;
  const { history, errors, filled, conflicts } = editing;
  const { row: at, column: chosen } = range.from;
  const column = columns[chosen]?.name ?? '';
  const inNames = cellInNames(kind, column, history.value[at]?.cells[column] ?? '', names ?? {});
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
      <Heads of={of} />
      <div className={classes.tools}>
        {of.isEditable && !isMobile && <RowTools of={of} />}
        {sheet !== null && <StoredTools of={of} sheet={sheet} />}
      </div>
      <Conflicts kind={kind} rows={history.value} conflicts={conflicts} />
      <Problems
        kind={kind}
        rows={history.value}
        errors={errors}
        at={range.from}
        filled={filled}
        inNames={inNames}
        onGo={(place) => of.setRange(cellRange(place))}
      />
      <Rows of={of} />
      <FileQuestion of={of.file} />
      {of.leaving.dialog}
    </div>
  );
}
