/** Child rows of a record as an editable table; on a phone each row is a card. */

import type { RowsField } from '@signpost/contract/define/field.ts';
import { initialValue, isVisible } from '@signpost/contract/define/parse.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { focusAdded } from '../ui/first-input.ts';
import { sidewaysRef } from '../ui/sideways.ts';
import { useMobile } from '../ui/use-mobile.ts';
import { EMPTY } from '../ui/values/format.ts';
import { readRows } from './field-values.ts';
import classes from './records.module.css';
import type { Values } from './screen.ts';
import { Widget } from './widget.tsx';

/** A further action of each row, given its position. */
export interface RowsAction {
  label: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: (at: number) => void;
}

export interface RowsInputProps {
  field: RowsField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** `path` is relative to the field: `0.weight`. */
  errors: readonly { path: string; message: string }[];
  values: Values;
  disabled: boolean;
  actions?: readonly RowsAction[];
  /** Values that a row has when it is added, beside the defaults of its fields. */
  preset?: Values;
  /** Shown beside the button that adds a row. */
  more?: ReactNode;
}

let made = 0;
/** Rows need a stable key before the server gives them an id. */
const keys = new WeakMap<object, number>();
function keyOf(row: Values): string {
  if (typeof row.id === 'number') return `id ${row.id}`;
  const key = keys.get(row) ?? ++made;
  keys.set(row, key);
  return `new ${key}`;
}

/** The rows of the field, and what changes them. */
function useRows({ field, value, onChange, preset = {} }: RowsInputProps) {
  const isMobile = useMobile();
  const rows = readRows(value);
  const columns = Object.entries(field.of);
  const change = (at: number, name: string, next: unknown) => {
    const was = rows[at];
    if (!was) return;
    const row = { ...was, [name]: next };
    keys.set(row, keys.get(was) ?? ++made);
    onChange(rows.with(at, row));
  };
  const add = () => {
    const initial = Object.fromEntries(columns.map(([name, of]) => [name, initialValue(of)]));
    onChange([...rows, { ...initial, ...preset }]);
  };
  const remove = (at: number) => onChange(rows.filter((_, index) => index !== at));
  return { isMobile, rows, columns, change, add, remove };
}

type RowsState = ReturnType<typeof useRows>;

interface RowProps {
  props: RowsInputProps;
  of: RowsState;
  row: Values;
  at: number;
}

function Cell({ props, of: { isMobile, change }, row, at, name }: RowProps & { name: string }) {
  const { field, label, errors, values, disabled } = props;
  const of = field.of[name];
  if (!of || of.kind === 'rows') return null;
  if (!isVisible(of, row)) return <span className={classes.none}>{EMPTY}</span>;
  const prefix = `${at}.${name}`;
  return (
    <Widget
      name={`${label} ${at + 1} ${of.label}`}
      field={isMobile ? of : { ...of, label: `${of.label}, ${field.one} ${at + 1}` }}
      value={row[name]}
      onChange={(next) => change(at, name, next)}
      errors={errors.filter(({ path }) => path === prefix).map(({ message }) => ({ path: '', message }))}
      values={{ ...values, ...row }}
      disabled={disabled}
      hideLabel={!isMobile}
    />
  );
}

function RowActions({ props, of: { remove }, at }: Pick<RowProps, 'props' | 'of' | 'at'>) {
  const { field, disabled, actions = [] } = props;
  return (
    <span className={classes.rowButtons}>
      {actions.map(({ label: action, icon, disabled: isOff, onClick }) => (
        <IconButton
          key={action}
          label={`${action}: ${field.one} ${at + 1}`}
          disabled={disabled || isOff}
          onClick={() => onClick(at)}
        >
          {icon}
        </IconButton>
      ))}
      <IconButton label={`Remove ${field.one} ${at + 1}`} disabled={disabled} onClick={() => remove(at)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </span>
  );
}

function Cards({ props, of }: Pick<RowProps, 'props' | 'of'>) {
  return (
    <ul className={classes.cards}>
      {of.rows.map((row, at) => (
        <li key={keyOf(row)} className={classes.card}>
          {of.columns.map(([name]) => (
            <div key={name}>
              <Cell props={props} of={of} row={row} at={at} name={name} />
            </div>
          ))}
          <RowActions props={props} of={of} at={at} />
        </li>
      ))}
    </ul>
  );
}

function Table({ props, of }: Pick<RowProps, 'props' | 'of'>) {
  const { rows, columns } = of;
  return (
    <div className={classes.rowsScroll} ref={sidewaysRef}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" data-kind={column.kind} title={column.help}>
                {column.label}
                {'unit' in column && column.unit ? ` (${column.unit})` : ''}
                {column.required && !('default' in column && column.default !== undefined) && (
                  <span aria-hidden> *</span>
                )}
              </th>
            ))}
            <th aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)}>
              {columns.map(([name, column]) => (
                <td key={name} data-kind={column.kind}>
                  <Cell props={props} of={of} row={row} at={at} name={name} />
                </td>
              ))}
              <td>
                <RowActions props={props} of={of} at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RowsInput(props: RowsInputProps) {
  const { field, errors, disabled, more } = props;
  const of = useRows(props);
  const { isMobile, rows, add } = of;
  const own = errors.filter(({ path }) => path === '').map(({ message }) => message);
  const List = isMobile ? Cards : Table;
  return (
    <div className={classes.rows} data-rows>
      {rows.length === 0 && <p className={classes.none}>No {inSentence(field.label)} yet.</p>}
      {rows.length > 0 && <List props={props} of={of} />}
      {own.map((message) => (
        <p key={message} className={classes.error} role="alert">
          {message}
        </p>
      ))}
      <div className={classes.rowButtons}>
        <Button
          icon={<IconPlus size={16} aria-hidden />}
          disabled={disabled || rows.length >= field.max}
          onClick={(event) => {
            add();
            if (!isMobile) focusAdded(event.currentTarget.closest('[data-rows]'), 'tbody > tr');
          }}
        >
          Add {field.one}
        </Button>
        {more}
      </div>
    </div>
  );
}
