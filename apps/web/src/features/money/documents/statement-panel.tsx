/** One statement: opening + documents − settlements = closing, with its entries and a file of them. */
import { KIND_LABELS } from '@signpost/contract/money/labels.ts';
import type { Statement } from '@signpost/contract/money/payment-views.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { Button } from '../../../ui/button.tsx';
import { downloadBlob } from '../../../ui/download.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { Money } from '../../../ui/values/values.tsx';
import classes from './documents.module.css';

const ENTRY_LABELS = { ...KIND_LABELS, payment: 'Payment', writeOff: 'Written off' } as const;

function save({ currency, opening, closing, entries }: Statement) {
  const lines = entries.map(({ day, kind, text, amount, balance }) => [day, ENTRY_LABELS[kind], text, amount, balance]);
  const rows = [
    ['Day', 'Entry', 'Text', `Amount ${currency}`, 'Balance'],
    ['', 'Opening', '', '', opening],
    ...lines,
    ['', 'Closing', '', '', closing],
  ];
  downloadBlob(`statement-${currency}.csv`, new Blob([`\uFEFF${toCsv(rows)}`], { type: 'text/csv;charset=utf-8' }));
}

interface StatementPanelProps {
  statement: Statement;
  /** Named where several parties stand below each other. */
  party?: string | undefined;
  onOpen: (id: number) => void;
}

/** A statement with every entry and the balance after it. */
export function StatementPanel({ statement, party, onOpen }: StatementPanelProps) {
  const { currency, opening, documents, settled, closing, entries } = statement;
  const title = `${party === undefined ? 'Statement' : party} in ${currency}`;
  const words = (amount: string): string => formatMoney(amount, currency);
  return (
    <Panel
      title={title}
      description={`Opening ${words(opening)} + documents ${words(documents)} − settlements ${words(settled)} = closing ${words(closing)}`}
      actions={<Button onClick={() => save(statement)}>Save as CSV</Button>}
    >
      <Scroller className={classes.scroll} label={title}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Day</th>
              <th scope="col">Amount</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Opening</td>
              <td />
              <td />
              <td>
                <Money value={opening} currency={currency} />
              </td>
            </tr>
            {entries.map(({ day, kind, documentId, text, amount, balance }) => (
              <tr key={`${day} ${kind} ${documentId} ${balance} ${amount}`}>
                <td>
                  {ENTRY_LABELS[kind]}{' '}
                  <button type="button" className={classes.link} onClick={() => onOpen(documentId)}>
                    {text}
                  </button>
                </td>
                <td>{day}</td>
                <td>
                  <Money value={amount} currency={currency} />
                </td>
                <td>
                  <Money value={balance} currency={currency} />
                </td>
              </tr>
            ))}
            <tr>
              <td>
                <strong>Closing</strong>
              </td>
              <td />
              <td />
              <td>
                <strong>
                  <Money value={closing} currency={currency} />
                </strong>
              </td>
            </tr>
          </tbody>
        </table>
      </Scroller>
    </Panel>
  );
}
