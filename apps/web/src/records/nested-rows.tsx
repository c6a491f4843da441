/** Child rows under a row of a list, with its states: loading, no data, data. */
import type { RowsField } from '@signpost/contract/define/field.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { Scroller } from '../ui/scroller.tsx';
import { EMPTY, formatNumber } from '../ui/values/format.ts';
import { textOf } from './cells.tsx';
import classes from './records.module.css';
import type { RecordRow, Values } from './screen.ts';

const NUMERIC = new Set(['integer', 'decimal']);

function cell(field: RowsField, row: Values & { labels?: Record<string, string> }, name: string): string {
  const of = field.of[name];
  const text = of ? textOf(of, row[name], row.labels?.[name]) : null;
  if (text === null || !of) return EMPTY;
  if (of.kind === 'decimal') return formatNumber(String(text), 2) + (of.unit ? ` ${of.unit}` : '');
  if (typeof text === 'number') return formatNumber(text);
  return text;
}

export function NestedRows({ field, row, name }: { field: RowsField; row: RecordRow; name: string }) {
  const value = row[name];
  if (!Array.isArray(value)) return <p className={classes.nestedNote}>{TEXT.loading}</p>;
  if (value.length === 0) return <p className={classes.nestedNote}>{TEXT.noData}</p>;
  const names = Object.keys(field.of);
  return (
    <Scroller className={classes.scroll} label={field.label}>
      <table className={classes.nested} aria-label={field.label}>
        <thead>
          <tr>
            {names.map((one) => (
              <th key={one} scope="col" data-numeric={NUMERIC.has(field.of[one]?.kind ?? '') || undefined}>
                {field.of[one]?.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.map((child: RecordRow) => (
            <tr key={child.id}>
              {names.map((one) => (
                <td key={one} data-numeric={NUMERIC.has(field.of[one]?.kind ?? '') || undefined}>
                  {cell(field, child, one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
