import { listOutgoingAttempts, resendOutgoing } from '@signpost/contract/calls/conversions.ts';
import { outgoingDelivery } from '@signpost/contract/entities/outgoing-delivery.ts';
import { outgoingPostback } from '@signpost/contract/entities/outgoing-postback.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';
import classes from '../../../features/partners/conversions/conversions.module.css';
import { type RecordRow, recordScreen } from '../../../records/screen.ts';
import { useRefreshWhile } from '../../../records/use-refresh-while.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';

export const outgoingScreen = recordScreen({
  entity: outgoingPostback,
  columns: [
    'name',
    'status',
    'publisherId',
    'events',
    'url',
    'trafficSourceId',
    'method',
    'successText',
    'failureText',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['trafficSourceId', 'method', 'successText', 'failureText', 'id'],
  cardNumbers: ['status', 'publisherId'],
  filters: ['publisherId', 'trafficSourceId', 'events', 'status'],
  drawer: true,
  purpose:
    'Outgoing postbacks report each counted conversion to the publisher or traffic source of the visitor. Failed deliveries are retried for seven hours.',
  sections: [
    {
      title: 'Outgoing postback',
      fields: [
        'name',
        'publisherId',
        'trafficSourceId',
        'events',
        'url',
        'method',
        'successText',
        'failureText',
        'status',
      ],
    },
  ],
});

export const deliveryScreen = recordScreen({
  entity: outgoingDelivery,
  columns: [
    'url',
    'outgoingPostbackId',
    'event',
    'state',
    'http',
    'problem',
    'tries',
    'lastTriedAt',
    'nextTryAt',
    'transactionId',
    'createdAt',
    'id',
  ],
  hiddenColumns: ['nextTryAt', 'transactionId', 'id'],
  cardNumbers: ['state', 'tries'],
  filters: ['state', 'outgoingPostbackId', 'event', 'http', 'lastTriedAt'],
  drawer: true,
  detail: (row) => <Delivery row={row} />,
  purpose: 'Every conversion sent by an outgoing postback is listed here with its attempts. There are none yet.',
  sections: [],
});

function Delivery({ row }: { row: RecordRow }) {
  const { timeZone } = useUser();
  const key = ['records', outgoingDelivery.name];
  useRefreshWhile(outgoingDelivery.name, row.state === 'waiting');
  const params = { id: row.id };
  const { data } = useCall(listOutgoingAttempts, { params });
  const state = outgoingDelivery.fields.state.options.find(({ value }) => value === row.state);
  const resend = useOnceAction((_: undefined, once) => send(resendOutgoing, { params }, once), {
    refresh: [key],
    said: () => 'The postback is sent again within seconds, to the current address.',
  });
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <Badge tone={state?.tone ?? 'neutral'}>{state?.label ?? String(row.state)}</Badge>
        <span>{row.labels.outgoingPostbackId}</span>
      </div>
      <p className={classes.because}>
        <code>
          {String(row.method)} {String(row.url)}
        </code>{' '}
        <CopyButton value={String(row.url)} label="Copy address" />
      </p>
      <div className={classes.buttons}>
        <Button loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
          Send again
        </Button>
        <Button
          kind="quiet"
          href={`${hashHref(ROUTES.affiliateTransactions.path)}?open=${row.transactionId}&ids[0]=${row.transactionId}`}
        >
          Transaction
        </Button>
      </div>
      <h3 className={classes.sub}>Attempts</h3>
      <ol className={classes.story} aria-label="Attempts">
        {data?.map((attempt) => (
          <li key={attempt.id}>
            <Time value={attempt.at} zone={timeZone} detail="second" />
            <span>
              <b>{attempt.http ?? attempt.problem?.replaceAll('_', ' ')}</b> after {attempt.ms} ms
              {attempt.answer !== '' && (
                <>
                  {' '}
                  · <code>{attempt.answer}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
