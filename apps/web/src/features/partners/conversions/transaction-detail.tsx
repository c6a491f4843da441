/** One transaction: the report, what it counts as and why, its history and its actions. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import {
  attributeTransaction,
  listTransactionEvents,
  replayTransaction,
} from '@signpost/contract/calls/conversions.ts';
import type { Fields } from '@signpost/contract/define/field.ts';
import { affiliateTransaction } from '@signpost/contract/entities/affiliate-transaction.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { isMeaning, MEANING_LABELS } from '@signpost/contract/partners/conversions/postback.ts';
import {
  priceSchema,
  REPLAYABLE_STATES,
  rawRequestSchema,
  type TransactionEvent,
  transactionReason,
} from '@signpost/contract/partners/conversions/transactions.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useState } from 'react';
import { send, useCall } from '../../../api/calls.ts';
import { errorsAt } from '../../../api/errors-at.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { describe, describeField } from '../../../records/describe.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { useRefreshWhile } from '../../../records/use-refresh-while.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { EMPTY, formatMoney } from '../../../ui/values/format.ts';
import { Badge, IdText, Time } from '../../../ui/values/values.tsx';
import classes from './conversions.module.css';

const SHOWN = [
  'partnerId',
  'integrationId',
  'amount',
  'payout',
  'occurredAt',
  'receivedAt',
  'txid',
  'clickText',
  'repeats',
  'reason',
];
const EVENT_WORDS: Readonly<Record<string, string>> = {
  received: 'Reported',
  counted: 'Counted',
  unattributed: 'Left open',
  mapped: 'The meaning of its status changed',
  again: 'Counted again',
  added: 'Added by hand from a list',
  withdrawn: 'Taken out',
};

const meaningWord = (meaning: unknown): string => {
  if (typeof meaning === 'string' && isMeaning(meaning)) return MEANING_LABELS[meaning].toLowerCase();
  return 'not counted yet';
};

function detailOf({ what, detail }: TransactionEvent): string {
  if (what === 'counted') return `${formatMoney(String(detail.revenue), baseCurrency())} · ${String(detail.because)}`;
  if (what === 'mapped') return `${meaningWord(detail.was)} → ${meaningWord(detail.is)}`;
  if (what === 'received') return `“${String(detail.status)}”, which means ${meaningWord(detail.meaning)}`;
  if (detail.why === undefined) return transactionReason(detail.reason ?? '');
  return String(detail.why);
}

function Actions({ row }: { row: RecordRow }) {
  const user = useUser();
  const [clickId, setClickId] = useState('');
  const mayAct = REPLAYABLE_STATES.some((state) => state === row.state);
  const { mutate: act, error } = useAction(
    (toClick: string | null) => {
      const params = { id: row.id };
      if (toClick === null) return send(replayTransaction, { params });
      return send(attributeTransaction, { params, body: { clickId: toClick } });
    },
    {
      refresh: [['records', affiliateTransaction.name]],
      said: (_, toClick) => {
        if (toClick === null) return 'The transaction is being counted again.';
        return 'The transaction was attributed and is being counted.';
      },
      onDone: () => setClickId(''),
      onRefused: ({ errors }) => errors.length > 0,
    },
  );
  if (row.state === 'unassigned' && mayOpen(user, ROUTES.unassignedStatusForm))
    return (
      <div className={classes.buttons}>
        <Button kind="primary" href={hashHref(path.unassignedStatusForm())}>
          Assign this status
        </Button>
      </div>
    );
  if (!mayAct) return null;
  return (
    <>
      {row.state === 'unattributed' && row.nextTryAt === null && (
        <p className={classes.because}>
          Without a click it counts nowhere and is billed nowhere. Attribute it to its click below
          {mayOpen(user, ROUTES.manualTransactionsAdd) && (
            <>
              , or enter its amount as a{' '}
              <a href={hashHref(path.manualTransactionsAdd())}>manual transaction of the partner</a>, which is due like
              any other revenue
            </>
          )}
          .
        </p>
      )}
      <div className={classes.line}>
        <TextInput
          label={row.state === 'counted' ? 'Move to another click' : 'Attribute to a click'}
          value={clickId}
          onChange={setClickId}
          errors={errorsAt(error)}
          placeholder="Click id"
          mono
        />
        <Button disabled={clickId.trim() === ''} onClick={() => act(clickId.trim())}>
          Attribute
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button onClick={() => act(null)}>Count again</Button>
        {typeof row.clickId === 'string' && mayOpen(user, ROUTES.eventReporterSupport) && (
          <Button kind="quiet" href={hashHref(path.eventReporterSupport({ type: 'click', id: row.clickId }))}>
            Trace of its click
          </Button>
        )}
      </div>
    </>
  );
}

/** The drawer's content. */
export function TransactionDetail({ row }: { row: RecordRow }) {
  const { timeZone } = useUser();
  // Refreshes while the worker is processing the transaction.
  useRefreshWhile(
    affiliateTransaction.name,
    row.state === 'waiting' || (row.state === 'unattributed' && row.nextTryAt !== null),
  );
  const { data: story } = useCall(listTransactionEvents, { params: { id: row.id } });
  const tone = affiliateTransaction.fields.state.options.find(({ value }) => value === row.state);
  const price = priceSchema.safeParse(row.price).data;
  const raw = rawRequestSchema.safeParse(row.raw).data;
  const shown = SHOWN.filter((name) => row[name] !== null && row[name] !== '' && row[name] !== 0);
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <Badge tone={tone?.tone ?? 'neutral'}>{tone?.label ?? String(row.state)}</Badge>
        <span>
          <IdText value={String(row.status)} />{' '}
          {row.meaning !== null && `means ${describe(affiliateTransaction, 'meaning', row.meaning, undefined)}`}
        </span>
        <strong>{formatMoney(String(row.revenue), baseCurrency())}</strong>
      </div>
      {price && <p className={classes.because}>{price.because}</p>}
      <Actions row={row} />
      <dl className={classes.facts}>
        {row.clickId !== null && (
          <>
            <dt>Click</dt>
            <dd>
              <IdText value={String(row.clickId)} copy /> {row.byHand === true && <Badge>by hand</Badge>}
            </dd>
          </>
        )}
        {shown.map((name) => (
          <Fact key={name} row={row} name={name} zone={timeZone} />
        ))}
      </dl>
      <h3 className={classes.sub}>What happened</h3>
      <ol className={classes.story} aria-label="History of this transaction">
        {story?.map((event) => (
          <li key={event.id}>
            <Time value={event.at} zone={timeZone} detail="second" />
            <span>
              <b>{EVENT_WORDS[event.what] ?? event.what}</b>
              {event.by !== null && ` by ${event.by}`} · {detailOf(event)}
            </span>
          </li>
        ))}
      </ol>
      {raw && (
        <>
          <h3 className={classes.sub}>
            As received: {raw.method} from {raw.address}
          </h3>
          {raw.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <dl className={classes.facts}>
            {raw.parameters.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

interface FactProps {
  row: RecordRow;
  name: string;
  zone: string;
}

function factField(name: string) {
  const fields: Fields = affiliateTransaction.fields;
  return fields[name];
}

function FactValue({ row, name, zone }: FactProps) {
  const value = row[name];
  if (name === 'reason') return transactionReason(value);
  if (factField(name)?.kind === 'instant') return <Time value={String(value)} zone={zone} detail="second" />;
  return describeField(affiliateTransaction, name, row) || EMPTY;
}

function Fact(props: FactProps) {
  return (
    <>
      <dt>{factField(props.name)?.label}</dt>
      <dd>
        <FactValue {...props} />
      </dd>
    </>
  );
}
