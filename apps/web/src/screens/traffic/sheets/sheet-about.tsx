/** The elements around the grid of a sheet: its state, its assignee, and the links that were made. */

import { readSheet, renameSheet } from '@signpost/contract/calls/sheets.ts';
import { sheetLinkPath } from '@signpost/contract/sheets/columns.ts';
import { SHEET_STATE_LABELS, type Sheet, type SheetKind } from '@signpost/contract/sheets/sheet.ts';
import { send } from '../../../api/calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import type { GridRow } from '../../../ui/sheet-grid/edit-rows.ts';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import { numberOrNull } from '../../../ui/values/optional.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './sheets.module.css';

const TONES = { draft: 'neutral', requested: 'accent', rejected: 'bad', made: 'good' } as const;

export function MadeLink({ kind, row, base }: { kind: SheetKind; row: GridRow; base: string | null }) {
  const path = sheetLinkPath(kind, row);
  if (path === null || base === null) return null;
  const url = `${base}${path}`;
  return (
    <span className={classes.link}>
      <a href={url} target="_blank" rel="noopener">
        {url}
      </a>
      <CopyButton value={url} label={`Copy link of row ${row.cells.name ?? row.cells.slug ?? ''}`} />
    </span>
  );
}

export function About({ sheet, zone }: { sheet: Sheet; zone: string }) {
  const { state, requestedBy, requestedAt, decidedBy, decidedAt, rejection, createdBy } = sheet;
  return (
    <>
      <Badge tone={TONES[state]}>{SHEET_STATE_LABELS[state]}</Badge>
      {createdBy !== null && requestedAt === null && <span>Created by {createdBy.name}</span>}
      {requestedAt !== null && (
        <span>
          Requested by {requestedBy?.name ?? 'somebody'} <Time value={requestedAt} zone={zone} />
        </span>
      )}
      {decidedAt !== null && (
        <span>
          {state === 'made' ? 'Made' : 'Rejected'} by {decidedBy?.name ?? 'somebody'}{' '}
          <Time value={decidedAt} zone={zone} />
        </span>
      )}
      {rejection !== null && state === 'rejected' && <p className={classes.rejection}>{rejection}</p>}
    </>
  );
}

interface AssigneeProps {
  sheet: Sheet;
  people: readonly { id: number; name: string }[];
}

export function Assignee({ sheet, people }: AssigneeProps) {
  const assign = useAction(
    async (assigneeId: number | null) => await send(renameSheet, { params: { id: sheet.id }, body: { assigneeId } }),
    { refresh: [readSheet], said: (_, to) => (to === null ? 'Nobody is assigned now.' : 'Assigned and told.') },
  );
  const mayAssign = sheet.may.edit || sheet.may.withdraw;
  return (
    <Choice
      label="Assignee"
      value={sheet.assignee === null ? null : String(sheet.assignee.id)}
      options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => assign.mutate(numberOrNull(next))}
      placeholder="Whoever is free"
      clearable
      disabled={!mayAssign}
    />
  );
}
