/** The postback setup of a partner: address, parameter names, proof, test, and recent refusals. */

import { useSetState } from '@mantine/hooks';
import {
  changePostbackSetup,
  listRefusedPostbacks,
  replayRefusedPostbacks,
  showPostbackSetup,
  testPostback,
} from '@signpost/contract/calls/conversions.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import {
  PARAMETERS,
  type Parameter,
  type PostbackSettings,
  PROTECTIONS,
  REFUSALS,
  SECRET_PARAMETER,
} from '@signpost/contract/partners/conversions/postback.ts';
import {
  type PostbackSetup,
  postbackPath,
  type ReplayedPostbacks,
} from '@signpost/contract/partners/conversions/postback-setup.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { keepAnswer, send, useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { useLinkBase } from '../../../features/traffic/links/use-link-base.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { newId } from '../../../ui/new-id.ts';
import { CopyButton } from '../../../ui/values/copy-button.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { Badge, Time } from '../../../ui/values/values.tsx';
import classes from './partners.module.css';

const PROTECTION_LABELS = {
  none: 'The key in the address alone',
  secret: 'A secret as a parameter',
  hmac: 'A signature (HMAC-SHA256)',
} as const;
/** The placeholders of a partner's platform; every platform has its own. */
const THEIR_WORDS: Readonly<Record<Parameter, string>> = {
  click_id: '{click_id}',
  status: '{status}',
  txid: '{transaction_id}',
  amount: '{amount}',
  currency: '{currency}',
  payout: '{payout}',
  event_time: '{event_time}',
};
const ALWAYS: readonly Parameter[] = ['click_id', 'status'];
const LABELS: Readonly<Record<Parameter, string>> = {
  click_id: 'Our click id',
  status: 'Status',
  txid: 'Transaction id',
  amount: 'Amount',
  currency: 'Currency',
  payout: 'Payout',
  event_time: 'Time',
};

type Words = Partial<Record<Parameter, string>>;

/** The query with the partner's placeholders. Braces stay readable for its platform. */
const queryOf = (setup: PostbackSetup, words: Words, secret: boolean): string =>
  listOf(
    ...PARAMETERS.flatMap((parameter) => {
      const word = words[parameter]?.trim() ?? '';
      if (word === '') return [];
      return [`${setup.settings.names[parameter] ?? parameter}=${word.replaceAll(/[\s&#]/g, encodeURIComponent)}`];
    }),
    secret && setup.protection === 'secret' && `${SECRET_PARAMETER}=${setup.secret ?? '{secret}'}`,
  ).join('&');

function Tester({ partnerId, setup }: { partnerId: number; setup: PostbackSetup }) {
  const [{ status, amount }, set] = useSetState({ status: 'first_deposit', amount: '' });
  const test = useAction(
    () => {
      const words = { click_id: newId(), status, ...(amount !== '' && { amount, currency: baseCurrency() }) };
      const query = new URLSearchParams(
        Object.entries(words).map(([name, value]) => [setup.settings.names[name as Parameter] ?? name, value]),
      ).toString();
      return send(testPostback, { params: { id: partnerId }, body: { query } });
    },
    { refresh: [] },
  );
  const result = test.data?.data;
  const good = result !== undefined && (result.http === 200 || result.http === 202);
  return (
    <div className={classes.line}>
      <TextInput label="Status to test" value={status} onChange={(text) => set({ status: text })} mono />
      <TextInput label="Amount to test" value={amount} onChange={(text) => set({ amount: text })} />
      <Button loading={test.isPending} disabled={status.trim() === ''} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      {result && (
        <p className={classes.result} role="status" aria-label="Answer to the test">
          <Badge tone={good ? 'good' : 'bad'}>{result.http === null ? 'no answer' : String(result.http)}</Badge>{' '}
          {result.answer}
          {good && ' · nothing was stored'}
        </p>
      )}
    </div>
  );
}

function replayedInWords({ stored, stillRefused, hasMore }: ReplayedPostbacks): string {
  const parts = [
    stored === 1 ? '1 postback was stored.' : `${stored} postbacks were stored.`,
    stillRefused === 0 ? '' : `${stillRefused} still cannot be read.`,
    hasMore ? 'More are waiting: read again.' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function Refused({ partnerId }: { partnerId: number }) {
  const { timeZone } = useUser();
  const { data, error, refetch } = useCall(listRefusedPostbacks, { params: { id: partnerId } });
  const params = { id: partnerId };
  const replay = useAction(() => send(replayRefusedPostbacks, { params }), {
    refresh: [listRefusedPostbacks],
    said: replayedInWords,
  });
  if (error && !data) return <CallError error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <>
      <div className={classes.line}>
        <h3 className={classes.sub}>Recently refused</h3>
        {data.some(({ canReplay }) => canReplay) && (
          <Button loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            Read them again
          </Button>
        )}
      </div>
      <p className={classes.lead}>
        Mend the parameter names or statuses of the integration, then read these again: each is stored once, with the
        time at which it first came.
      </p>
      <ol className={classes.refused} aria-label="Refused postbacks">
        {data.map(({ id, at, reason, parameters, replayedAt }) => (
          <li key={id}>
            <Time value={at} zone={timeZone} />
            <span>
              <b>{REFUSALS[reason]}</b> {replayedAt !== null && <Badge tone="good">read again and stored</Badge>}
              <br />
              <code>{parameters.map(([name, value]) => `${name}=${value}`).join('&')}</code>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function secretHint({ secret, protection }: PostbackSetup): string {
  if (secret !== null) return 'Copy the secret now: it is shown only once.';
  if (protection === 'secret')
    return 'The secret was shown once, when it was created. Put it in place of {secret}, or create a new one.';
  return 'The secret was shown once, when it was created. If it is lost, create a new one.';
}

function Renewal({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  return (
    <ConfirmButton
      label={label}
      onConfirm={(close) => {
        onConfirm();
        close();
      }}
    >
      The old one stops working at once: postbacks that use it are refused.
    </ConfirmButton>
  );
}

function Builder({ partnerId, setup, onChange }: { partnerId: number; setup: PostbackSetup; onChange: Change }) {
  const { base, error, retry } = useLinkBase();
  const [words, setWords] = useState<Words>({ ...THEIR_WORDS, payout: '', event_time: '' });
  // Hidden until it is complete, because an incomplete address could be given to the partner.
  if (base === null) return error ? <CallError error={error} onRetry={retry} /> : <FormSkeleton />;
  const url = `${base}${postbackPath(setup.key ?? '')}?${queryOf(setup, words, true)}`;
  return (
    <div className={classes.stack}>
      <p className={classes.lead}>
        Give this address to the partner. Enter the placeholder of their platform in each field, and leave empty what
        they cannot send. The transaction id has to be that of one conversion: some platforms have one id for a whole
        click and another one for each of its events (Everflow: {'{conversion_id}'}).
      </p>
      <div className={classes.words}>
        {PARAMETERS.map((parameter) => (
          <TextInput
            key={parameter}
            label={`${LABELS[parameter]}: ${setup.settings.names[parameter] ?? parameter}`}
            required={ALWAYS.includes(parameter)}
            value={words[parameter] ?? ''}
            onChange={(word) => setWords({ ...words, [parameter]: word })}
            mono
          />
        ))}
      </div>
      <p className={classes.lead}>
        Times without a zone are read in {setup.settings.timeZone}. The settings of the integration name this zone.
        {settingsInWords(setup.settings).map((sentence) => ` ${sentence}`)}
      </p>
      <div className={classes.url}>
        <code>{url}</code>
        <CopyButton value={url} label="Copy postback address" />
      </div>
      <div className={classes.line}>
        <Choice
          label="Proof"
          value={setup.protection}
          onChange={(value) => {
            const protection = PROTECTIONS.find((one) => one === value);
            if (protection !== undefined) onChange({ protection });
          }}
          options={PROTECTIONS.map((value) => ({ value, label: PROTECTION_LABELS[value] }))}
        />
        {setup.protection !== 'none' && (
          <span className={classes.secret}>
            <code>{setup.secret ?? setup.secretMask}</code>
            {setup.secret !== null && <CopyButton value={setup.secret} label="Copy secret" />}
          </span>
        )}
        <Renewal label="New key" onConfirm={() => onChange({ protection: setup.protection, newKey: true })} />
        {setup.protection !== 'none' && (
          <Renewal label="New secret" onConfirm={() => onChange({ protection: setup.protection, newSecret: true })} />
        )}
      </div>
      {setup.protection !== 'none' && (
        <p className={classes.lead} role="status" aria-label="Secret">
          {secretHint(setup)}
        </p>
      )}
      {setup.protection === 'hmac' && (
        <p className={classes.lead}>
          The partner signs the query as it stands (for POST the body) with the secret and sends the result in
          lower-case hex as <code>signature</code> or in the header <code>x-signature</code>.
        </p>
      )}
      <Tester partnerId={partnerId} setup={setup} />
      <Refused partnerId={partnerId} />
    </div>
  );
}

type Change = (change: { protection: PostbackSetup['protection']; newKey?: boolean; newSecret?: boolean }) => void;

const ORDERS = {
  dayFirst: 'The day comes first in dates such as 02/11/2026.',
  monthFirst: 'The month comes first in dates such as 02/11/2026.',
} as const;

/** The settings of the integration that change what a report says. */
function settingsInWords({ dateOrder, amountUnit }: PostbackSettings): string[] {
  const sentences: string[] = [];
  if (dateOrder !== null) sentences.push(ORDERS[dateOrder]);
  if (amountUnit === 'minor') sentences.push('Amounts are in the smallest unit of their currency, such as cents.');
  return sentences;
}

/** Shown below a partner's form, only for people who can change the partner. */
export function PostbackPanel({ partnerId }: { partnerId: number }) {
  const client = useQueryClient();
  const params = { id: partnerId };
  // Kept here because later answers mask it.
  const [made, setMade] = useState<string | null>(null);
  const { data, error, refetch } = useCall(showPostbackSetup, { params });
  const { mutate: change } = useAction((body: Parameters<Change>[0]) => send(changePostbackSetup, { params, body }), {
    refresh: [showPostbackSetup],
    said: () => TEXT.success,
    onDone: (setup) => {
      if (setup.secret !== null) setMade(setup.secret);
      keepAnswer(client, showPostbackSetup, { params }, { ...setup, secret: null });
    },
  });
  if (error && !data)
    return (
      <Section title="Postbacks">
        <CallError error={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (!data) return null;
  // Another person may have created a newer one in the meantime.
  const isMade = made !== null && data.secretMask?.endsWith(made.slice(-4)) === true;
  const renderSetup = () => {
    if (data.key === null)
      return (
        <div className={classes.stack}>
          <p className={classes.lead}>
            This partner has no postback address yet. Setting up postbacks creates its key.
          </p>
          <div>
            <Button onClick={() => change({ protection: 'none' })}>Set up postbacks</Button>
          </div>
          <Refused partnerId={partnerId} />
        </div>
      );
    return <Builder partnerId={partnerId} setup={{ ...data, secret: isMade ? made : null }} onChange={change} />;
  };
  return (
    <Section title="Postbacks" summary={data.key === null ? 'not set up' : undefined}>
      {renderSetup()}
    </Section>
  );
}
