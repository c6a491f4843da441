/** The payments, credit notes and written-off amounts that settle a document. */
import type { AllocationKind } from '@signpost/contract/money/state.ts';
import type { DocumentView } from '@signpost/contract/money/views.ts';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';
import { ReverseDialog } from './reverse-dialog.tsx';

const WORDS: Readonly<Record<AllocationKind, string>> = {
  payment: 'Payment',
  credit: 'Credit note',
  writeOff: 'Written off',
};

export function Settlements({ document, onOpen }: { document: DocumentView; onOpen: (id: number) => void }) {
  const { open: reverse, dialog } = useDialog((id: number, close) => (
    <ReverseDialog what="settlement" id={id} onClose={close} />
  ));
  const { allocations, may, notes, currency, open, issueDate, creditsId, creditsNumber } = document;
  if (issueDate === null && creditsId === null) return null;
  return (
    <section>
      <h3 className={classes.sub}>Settlement</h3>
      {creditsId !== null && (
        <p className={classes.muted}>
          Credits{' '}
          <button type="button" className={classes.link} onClick={() => onOpen(creditsId)}>
            {creditsNumber}
          </button>
        </p>
      )}
      <ul className={classes.lines} aria-label="Settlement">
        {allocations.map(({ id, kind, day, amount, text, taken, takenCurrency, isReversible }) => (
          <li key={id}>
            <span>
              {day} {WORDS[kind]} {text}
              {taken !== null && takenCurrency !== null && takenCurrency !== currency && (
                <span className={classes.muted}>
                  {' '}
                  (<Money value={taken} currency={takenCurrency} />)
                </span>
              )}
              {isReversible && may.reverse && (
                <span className={classes.footer}>
                  <button
                    type="button"
                    className={classes.link}
                    aria-label={`Take back ${amount} of ${day}`}
                    onClick={() => reverse(id)}
                  >
                    Take back
                  </button>
                </span>
              )}
            </span>
            <span className={classes.amount}>
              <Money value={amount} currency={currency} />
            </span>
          </li>
        ))}
        {issueDate !== null && (
          <li>
            <strong>Open</strong>
            <strong className={classes.amount}>
              <Money value={open} currency={currency} />
            </strong>
          </li>
        )}
      </ul>
      {dialog}
      {notes.length > 0 && (
        <p className={classes.muted}>
          Credit notes:{' '}
          {notes.map(({ id, number, total }) => (
            <button key={id} type="button" className={classes.link} onClick={() => onOpen(id)}>
              {number ?? `draft ${id}`} (<Money value={total} currency={currency} />)
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
