/** The result of comparing a partner's list with ours. */
import { MOST_ADDED } from '@signpost/contract/partners/conversions/additions.ts';
import {
  type Cause,
  causeInWords,
  type ReconciledRow,
  type Reconciliation,
} from '@signpost/contract/partners/conversions/reconcile.ts';
import { hiddenRowsNotice } from '@signpost/contract/reading/table.ts';
import { toCsv } from '@signpost/contract/records/csv.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { downloadBlob } from '../../../ui/download.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EMPTY, formatMoney, formatNumber } from '../../../ui/values/format.ts';
import { IdText } from '../../../ui/values/values.tsx';
import { AddMissing, type MissingLines, mayAdd } from './add-missing.tsx';
import { UnevenLines } from './uneven-lines.tsx';

type Kind = 'different' | 'onlyTheirs' | 'onlyOurs';
const KINDS: readonly { kind: Kind; title: string; description: string }[] = [
  { kind: 'different', title: 'Different', description: 'Both lists have it, with different amounts.' },
  {
    kind: 'onlyTheirs',
    title: 'Only theirs',
    description: 'In the partner’s list, but not counted here on these days.',
  },
  { kind: 'onlyOurs', title: 'Only ours', description: 'Reported to us, but not in the partner’s list.' },
];

const UNPAID = [
  { reason: 'declined', words: 'declined by the partner' },
  { reason: 'pending', words: 'not decided yet by the partner' },
  { reason: 'unknown', words: 'with a status that is not known' },
] as const;

/** A status that is not known counts nothing until it has a meaning. */
const ADDABLE: readonly Cause[] = ['never_arrived', 'unknown_status'];

const amount = (value: string | null | undefined): string => {
  if (value === null || value === undefined) return EMPTY;
  return formatNumber(value, 2);
};

const COLUMNS: DataColumn<ReconciledRow>[] = [
  {
    id: 'reference',
    header: 'Reference',
    width: 170,
    value: (row) => row.reference,
    render: (row) => {
      if (row.ours === null) return <IdText value={row.reference} />;
      return (
        <a href={`${hashHref(ROUTES.affiliateTransactions.path)}?open=${row.ours.id}&ids[0]=${row.ours.id}`}>
          <IdText value={row.reference} />
        </a>
      );
    },
  },
  // Second, because a phone shows the second column below the title of a card.
  { id: 'cause', header: 'Likely cause', width: 400, value: causeInWords },
  {
    id: 'ours',
    header: 'Ours',
    kind: 'number',
    width: 110,
    value: (row) => Number(row.ours?.amount),
    render: (row) => amount(row.ours?.amount),
  },
  {
    id: 'theirs',
    header: 'Theirs',
    kind: 'number',
    width: 110,
    value: (row) => Number(row.theirs?.amount),
    render: (row) => amount(row.theirs?.amount),
  },
  { id: 'ourStatus', header: 'Our status', width: 120, value: (row) => row.ours?.status ?? null },
  { id: 'theirStatus', header: 'Their status', width: 120, value: (row) => row.theirs?.status ?? null },
  { id: 'day', header: 'Day', width: 105, value: (row) => row.ours?.day ?? null },
];

function download(found: Reconciliation): void {
  const lines = KINDS.flatMap(({ kind, title }) =>
    found[kind].map((row) => [
      title,
      row.reference,
      row.ours?.amount,
      row.theirs?.amount,
      row.ours?.status,
      row.theirs?.status,
      causeInWords(row),
    ]),
  );
  const head = ['What', 'Reference', 'Ours', 'Theirs', 'Our status', 'Their status', 'Likely cause'];
  downloadBlob('reconciliation.csv', new Blob([toCsv([head, ...lines])], { type: 'text/csv' }));
}

interface FoundProps {
  found: Reconciliation;
  list: Omit<MissingLines, 'references'>;
  onAdded: () => void;
}

/** The rows that differ, by kind, and the sums. */
export function Found({ found, list, onAdded }: FoundProps) {
  const user = useUser();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isClean = KINDS.every(({ kind }) => found[kind].length === 0);
  const isEven = found.illegible.length === 0 && found.incomplete.length === 0;
  const missing = found.onlyTheirs.filter(({ cause }) => ADDABLE.includes(cause)).map(({ reference }) => reference);
  const picked = missing.filter((reference) => chosen.has(reference));
  const notices = [hiddenRowsNotice(found.hiddenRows), found.swappedDays].filter((notice) => notice !== null);
  const toAdd = picked.length === 0 ? missing : picked;
  const addButton = (
    <DialogButton
      icon={<IconPlus size={16} aria-hidden />}
      disabled={toAdd.length > MOST_ADDED}
      dialog={(close) => (
        <AddMissing
          missing={{ ...list, references: toAdd }}
          onClose={close}
          onAdded={() => {
            close();
            setChosen(new Set());
            onAdded();
          }}
        />
      )}
    >
      {toAdd.length > MOST_ADDED ? `Choose up to ${MOST_ADDED} to add` : `Add ${toAdd.length} that never arrived`}
    </DialogButton>
  );
  return (
    <>
      <p className={classes.sums} role="status">
        <span>
          <b>{formatNumber(found.matched)}</b> match
        </span>
        {KINDS.map(({ kind, title }) => (
          <span key={kind}>
            <b>{formatNumber(found[kind].length)}</b> {title.toLowerCase()}
          </span>
        ))}
        <span>
          ours <b>{formatMoney(found.sums.ours, found.currency)}</b>, theirs{' '}
          <b>{formatMoney(found.sums.theirs, found.currency)}</b>
          {found.decimalMark !== null && `, read with a decimal ${found.decimalMark === ',' ? 'comma' : 'point'}`}
        </span>
        {found.timeZone !== 'UTC' && <span>days and times in {found.timeZone}</span>}
        {found.unread > 0 && <span>{formatNumber(found.unread)} lines have no transaction id</span>}
        {found.illegible.length > 0 && <span>{formatNumber(found.illegible.length)} cannot be read</span>}
        {found.incomplete.length > 0 && <span>{formatNumber(found.incomplete.length)} end early</span>}
        {UNPAID.filter(({ reason }) => found.unpaid[reason] > 0).map(({ reason, words }) => (
          <span key={reason}>
            {formatNumber(found.unpaid[reason])} {words}
          </span>
        ))}
        {found.leftOut.map(({ row, text }) => (
          <span key={row}>
            line {row} is left out: “{text}”
          </span>
        ))}
        {found.otherSheets.length > 0 && <span>other sheets are not read: {found.otherSheets.join(', ')}</span>}
        {notices.map((notice) => (
          <span key={notice}>{notice}</span>
        ))}
        {!isClean && (
          <Button kind="quiet" icon={<IconDownload size={16} aria-hidden />} onClick={() => download(found)}>
            CSV
          </Button>
        )}
      </p>
      <UnevenLines found={found} />
      {isClean && isEven && <EmptyState title="The lists match">{TEXT.nothingToShow}</EmptyState>}
      {KINDS.filter(({ kind }) => found[kind].length > 0).map(({ kind, title, description }) => (
        <Panel
          key={kind}
          title={`${title} (${found[kind].length})`}
          description={description}
          actions={kind === 'onlyTheirs' && missing.length > 0 && mayAdd(user) ? addButton : undefined}
          flush
        >
          <DataTable
            label={title}
            columns={COLUMNS}
            rows={found[kind]}
            rowId={(row) => row.reference}
            cardNumbers={['ours', 'theirs']}
            {...(kind === 'onlyTheirs' && missing.length > 0 && mayAdd(user)
              ? { selection: chosen, onSelectionChange: setChosen }
              : {})}
            maxHeight="420px"
          />
        </Panel>
      ))}
    </>
  );
}
