/** How the columns of a sheet look in the grid. */
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { SHEET_COLUMNS } from '@signpost/contract/sheets/columns.ts';
import type { SheetKind, SheetNames } from '@signpost/contract/sheets/sheet.ts';
import type { GridColumn } from '../../../ui/sheet-grid/types.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  name: 220,
  slug: 160,
  targetUrl: 320,
  fallbackUrl: 260,
  allocation: 300,
  page: 200,
  position: 84,
  status: 100,
  boxKind: 100,
  websiteId: 190,
};
const WIDTH = 160;

function targetOf(field: Field): EntityName | null {
  if (field.kind === 'reference' || field.kind === 'references') return field.to;
  if (field.kind === 'tags') return 'tag';
  return field.kind === 'rows' ? 'campaign' : null;
}

const ID = /^\s*#?(\d{1,15})(?![\w.])/;

/** A cell with names in place of the ids of records; null if it holds none. */
export function cellInNames(kind: SheetKind, column: string, text: string, names: SheetNames): string | null {
  const field = SHEET_COLUMNS[kind].find(({ name }) => name === column)?.field;
  const target = field === undefined ? null : targetOf(field);
  if (target === null) return null;
  const records = names[target] ?? [];
  const isName = (part: string) => records.some(({ name }) => name.toLowerCase() === part.trim().toLowerCase());
  const words = text
    .split(';')
    .map((part) => {
      const id = isName(part) ? undefined : ID.exec(part)?.[1];
      const name = id === undefined ? undefined : records.find((record) => record.id === Number(id))?.name;
      if (name === undefined) return part;
      return part.replace(ID, part.startsWith(' ') ? ` ${name}` : name);
    })
    .join(';');
  if (words === text) return null;
  return words;
}

function optionsOf(field: Field, names: SheetNames): readonly string[] | undefined {
  if (field.kind === 'choice') return field.options.map(({ label }) => label);
  const target = targetOf(field);
  if (target === null) return undefined;
  return names[target]?.map(({ name }) => name);
}

export const gridColumns = (kind: SheetKind, names: SheetNames): GridColumn[] =>
  SHEET_COLUMNS[kind].map(({ name, label, required, help, field }) => ({
    name,
    label,
    required,
    help,
    width: WIDTHS[name] ?? WIDTH,
    options: optionsOf(field, names),
    mono: field.kind === 'text' && field.mono,
  }));
