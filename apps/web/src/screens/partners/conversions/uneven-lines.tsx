/** The lines of a partner's list whose number of cells is not that of the header. */
import type { Reconciliation, UnevenRow } from '@signpost/contract/partners/conversions/reconcile.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';

/** More lines are only counted. */
const SHOWN = 50;

interface LinesProps {
  title: string;
  description: string;
  rows: readonly UnevenRow[];
}

function Lines({ title, description, rows }: LinesProps) {
  if (rows.length === 0) return null;
  return (
    <Panel title={`${title} (${formatNumber(rows.length)})`} description={description}>
      <ol className={classes.story} aria-label={title}>
        {rows.slice(0, SHOWN).map(({ row, message }) => (
          <li key={row}>
            <span>Line {row}</span>
            <span>{message}</span>
          </li>
        ))}
        {rows.length > SHOWN && <li>And {formatNumber(rows.length - SHOWN)} more</li>}
      </ol>
    </Panel>
  );
}

export function UnevenLines({ found }: { found: Reconciliation }) {
  return (
    <>
      <Lines
        title="Cannot be read"
        description="These lines have more cells than the header, for example because an amount or text with the delimiter has no quotation marks. They are not compared."
        rows={found.illegible}
      />
      <Lines
        title="End early"
        description="These lines have fewer cells than the header. Without an amount or status, they match nothing."
        rows={found.incomplete}
      />
    </>
  );
}
