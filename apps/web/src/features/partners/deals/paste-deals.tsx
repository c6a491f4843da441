/** Deals that are pasted from a spreadsheet: a preview of every row before they are added to the form. */

import {
  PASTED_DEAL_COLUMNS,
  type PastedDeals,
  type PasteLookups,
  readPastedDeals,
} from '@signpost/contract/records/pasted-deals.ts';
import { useState } from 'react';
import { readTextOrNull } from '../../../records/field-values.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Modal } from '../../../ui/layout/modal.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { listOf } from '../../../ui/values/list-of.ts';
import { Badge } from '../../../ui/values/values.tsx';
import { dealInWords } from './deal-text.ts';
import classes from './deals-input.module.css';

type Deal = PastedDeals['rows'][number]['deals'][number];

interface PasteProps {
  lookups: PasteLookups;
  /** How many further deals the partner may have. */
  room: number;
  /** Whether the partner has a deal for the geo and integration. */
  isTaken: (deal: Deal) => boolean;
  onAdd: (deals: readonly Deal[]) => void;
  onClose: () => void;
}

const LINES = 8;
const count = (number: number, one: string) => `${formatNumber(number)} ${number === 1 ? one : `${one}s`}`;

/** The terms of a pasted deal: "CPA · First deposit · €80.00 · cap 40 · weight 5 · from 2026-12-01". */
function termsOf(deal: Deal, currency: string): string {
  const { dealType, leadCap, weight, validFrom, validTo, waterfallBlocked } = deal;
  return listOf(
    dealInWords({
      dealType: String(dealType),
      fixedAmount: readTextOrNull(deal.fixedAmount),
      sharePercent: readTextOrNull(deal.sharePercent),
      currency,
    }),
    leadCap === null ? 'no cap' : `cap ${leadCap}`,
    `weight ${weight}`,
    waterfallBlocked === true && 'takes no overflow',
    validFrom !== null && `from ${validFrom}`,
    validTo !== null && `to ${validTo}`,
  ).join(' · ');
}

function Preview({ read, lookups, isTaken }: { read: PastedDeals } & Pick<PasteProps, 'lookups' | 'isTaken'>) {
  const codes = new Map(lookups.geos.map(({ id, code }) => [id, code]));
  const geoOf = ({ geoId }: Deal): string => codes.get(Number(geoId)) ?? `#${geoId}`;
  return (
    <Scroller className={classes.preview} label="Pasted rows">
      <table className={classes.table} aria-label="Pasted rows">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Geos</th>
            <th scope="col">Understood as, or refused because</th>
          </tr>
        </thead>
        <tbody>
          {read.rows.map(({ row, deals, problems }) => {
            const [first] = deals;
            const taken = deals.filter(isTaken).map(geoOf);
            const renderTerms = () => {
              if (first === undefined)
                return (
                  <>
                    <Badge tone="bad">Refused</Badge> {problems.join(' ')}
                  </>
                );
              return termsOf(first, lookups.currency);
            };
            return (
              <tr key={row} data-refused={problems.length > 0 || undefined}>
                <td>{row}</td>
                <td>{deals.map(geoOf).join(', ')}</td>
                <td>
                  {renderTerms()}
                  {taken.length > 0 && (
                    <p className={classes.note}>
                      The partner already has a deal with this integration for {taken.join(', ')}. Both will take
                      clicks.
                    </p>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The reason why the pasted rows cannot be added; null if they can. All rows are added, or none. */
function obstacleOf({ rows, unknownHeaders }: PastedDeals, deals: number, room: number): string | null {
  const refused = rows.filter(({ problems }) => problems.length > 0).length;
  if (unknownHeaders.length > 0)
    return `No column is called ${unknownHeaders.map((header) => `“${header}”`).join(', ')}. Rename or remove it.`;
  if (refused > 0)
    return `${count(refused, 'row')} cannot be read. Correct or remove them above; nothing is added until then.`;
  if (deals > room) return `A partner has at most ${formatNumber(room)} more deals; these are ${formatNumber(deals)}.`;
  return null;
}

export function PasteDeals({ lookups, room, isTaken, onAdd, onClose }: PasteProps) {
  const [text, setText] = useState('');
  const read = readPastedDeals(text, lookups);
  const deals = read.rows.flatMap((row) => row.deals);
  const obstacle = text.trim() === '' ? null : obstacleOf(read, deals.length, room);
  return (
    <Modal opened onClose={onClose} title="Paste deals from a spreadsheet" size="xl">
      <div className={classes.dialog}>
        <TextInput
          label="Rows"
          help={`Copy rows in your spreadsheet and paste them here. Columns: ${PASTED_DEAL_COLUMNS.join(', ')}; or any of them under a row of headers. Several geos in one cell (DE, AT) make one deal each.`}
          value={text}
          onChange={setText}
          lines={LINES}
          mono
        />
        {text.trim() !== '' && <Preview read={read} lookups={lookups} isTaken={isTaken} />}
        {obstacle !== null && (
          <p className={classes.obstacle} role="alert">
            {obstacle}
          </p>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={obstacle !== null || deals.length === 0} onClick={() => onAdd(deals)}>
            {deals.length === 0 ? 'Add deals' : `Add ${count(deals.length, 'deal')} to the form`}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
