/** The lines of a document; each opens the facts that it bills. */
import type { DocumentLine } from '@signpost/contract/money/document.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { Fragment, useState } from 'react';
import { FirstFew } from '../../../ui/layout/first-few.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { exactMoney, formatDecimal } from '../../../ui/values/format.ts';
import { Badge, Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';
import { FactsList } from './facts-list.tsx';

/** Lines that are shown at once; a document may have some thousands. */
const SHOWN_LINES = 100;

interface LineProps {
  line: DocumentLine;
  document: DocumentView;
  isOpen: boolean;
  onToggle: () => void;
}

function Line({ line, document, isOpen, onToggle }: LineProps) {
  const { currency, payload } = document;
  const canExplain = line.filter !== null && payload.credits === null;
  return (
    <Fragment>
      <tr>
        <td>
          {line.description} {line.isEarlier && <Badge tone="attention">Earlier period</Badge>}
          {canExplain && (
            <div>
              <button
                type="button"
                className={classes.link}
                aria-expanded={isOpen}
                aria-label={`Explain line ${line.position}`}
                onClick={onToggle}
              >
                Explain
              </button>
            </div>
          )}
        </td>
        <td className={classes.wideOnly}>{formatDecimal(line.quantity)}</td>
        <td className={classes.wideOnly}>{exactMoney(line.unitPrice, currency)}</td>
        <td className={classes.wideOnly}>{line.vatRate} %</td>
        <td>
          <Money value={line.net} currency={currency} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <FactsList document={document} line={line.position} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

export function DocumentLines({ document }: { document: DocumentView }) {
  const [open, setOpen] = useState<number | null>(null);
  const { lines } = document.payload;
  return (
    <section>
      <h3 className={classes.sub}>Lines ({lines.length})</h3>
      <FirstFew items={lines} first={SHOWN_LINES} more={(hidden) => `Show ${hidden} more lines`}>
        {(shown) => (
          <Scroller className={classes.scroll} label="Lines">
            <table className={classes.table} aria-label="Lines">
              <thead>
                <tr>
                  <th scope="col">Description</th>
                  <th scope="col" className={classes.wideOnly}>
                    Quantity
                  </th>
                  <th scope="col" className={classes.wideOnly}>
                    Unit price
                  </th>
                  <th scope="col" className={classes.wideOnly}>
                    VAT
                  </th>
                  <th scope="col">Net</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((line) => (
                  <Line
                    key={line.position}
                    line={line}
                    document={document}
                    isOpen={open === line.position}
                    onToggle={() => setOpen(open === line.position ? null : line.position)}
                  />
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
      </FirstFew>
    </section>
  );
}
