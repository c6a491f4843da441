/**
 * A grid to type and paste into, like a spreadsheet. Only the visible rows are in the page, so ten thousand rows are as
 * fast as ten (docs/decisions/0240).
 */
import { listOf } from '../values/list-of.ts';
import { CellEditor } from './cell-editor.tsx';
import { SheetRowView } from './grid-row.tsx';
import classes from './sheet-grid.module.css';
import type { SheetGridProps } from './types.ts';
import { handleGridKey } from './use-grid-keys.ts';
import { useSheetGrid } from './use-sheet-grid.ts';

const NUMBER_WIDTH = 52;
const PAGE = 15;

type GridState = ReturnType<typeof useSheetGrid>;

function Head({ columns, after, template }: Pick<SheetGridProps, 'columns' | 'after'> & { template: string }) {
  return (
    <tr aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
      <th scope="col" className={classes.number}>
        <span className={classes.hidden}>Row</span>
      </th>
      {columns.map(({ name, label: title, required, help }, at) => (
        <th key={name} scope="col" aria-colindex={at + 2} className={classes.title} title={help}>
          {title}
          {required && <span aria-hidden> *</span>}
        </th>
      ))}
      {after !== undefined && (
        <th scope="col" className={classes.title}>
          {after.label}
        </th>
      )}
    </tr>
  );
}

interface RowsInSightProps {
  props: SheetGridProps;
  of: GridState;
  template: string;
}

function RowsInSight({ props, of, template }: RowsInSightProps) {
  const { columns, rows, errors, range, after } = props;
  const { gridId, virtual, focus, typed } = of;
  const activeColumn = columns[focus.column];
  return virtual.getVirtualItems().map(({ index, start }) => {
    const row = rows[index];
    const isChosen = index >= range.from.row && index <= range.to.row;
    const isActive = index === focus.row;
    const renderEditor = () => {
      if (isActive && typed !== null && activeColumn !== undefined)
        return (
          <CellEditor
            key={`${focus.row} ${focus.column}`}
            column={activeColumn}
            row={focus.row}
            initial={typed}
            onDone={of.finish}
            onCancel={of.cancel}
          />
        );
      return null;
    };
    return (
      <SheetRowView
        key={row?.key ?? `blank ${index}`}
        gridId={gridId}
        index={index}
        row={row}
        columns={columns}
        errors={row === undefined ? undefined : errors.get(row.key)}
        chosenFrom={isChosen ? range.from.column : null}
        chosenTo={isChosen ? range.to.column : null}
        active={isActive ? focus.column : null}
        editor={renderEditor()}
        template={template}
        top={start}
        after={row === undefined ? null : after?.render(row)}
        hasAfter={after !== undefined}
        {...of.rowHandlers}
      />
    );
  });
}

export function SheetGrid(props: SheetGridProps) {
  const { label, columns, isEditable, range, after } = props;
  const of = useSheetGrid(props);
  const { gridId, grid, count, virtual, anchor, focus } = of;
  const template = listOf(
    `${NUMBER_WIDTH}px`,
    ...columns.map(({ width }) => `${width}px`),
    after !== undefined && `${after.width}px`,
  ).join(' ');
  const width = NUMBER_WIDTH + columns.reduce((sum, column) => sum + column.width, after?.width ?? 0);
  const isActiveDrawn = virtual.getVirtualItems().some(({ index }) => index === focus.row);
  return (
    <div ref={of.box} className={classes.scroll}>
      <table
        ref={of.table}
        className={classes.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is the interactive form of a table
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1 + (after === undefined ? 0 : 1)}
        aria-multiselectable
        aria-readonly={!isEditable}
        aria-activedescendant={isActiveDrawn ? `${gridId}-${focus.row}-${focus.column}` : undefined}
        tabIndex={0}
        onKeyDown={(event) =>
          handleGridKey(event, {
            grid,
            props,
            anchor,
            focus,
            range,
            lastRow: Math.max(count - 1, 0),
            page: PAGE,
            choose: of.choose,
            edit: (text) => of.edit(focus.row, focus.column, text),
          })
        }
        onCopy={of.onCopy}
        onCut={of.onCopy}
        onPaste={of.onPaste}
      >
        <thead className={classes.top} style={{ width }}>
          <Head columns={columns} after={after} template={template} />
        </thead>
        <tbody className={classes.body} style={{ height: virtual.getTotalSize(), width }}>
          <RowsInSight props={props} of={of} template={template} />
        </tbody>
      </table>
    </div>
  );
}
