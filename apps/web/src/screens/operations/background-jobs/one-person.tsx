import {
  erasePerson,
  exportPerson,
  findStoredPerson,
  listRetention,
} from '@signpost/contract/calls/data-protection.ts';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { TRACES, type TraceCounts } from '@signpost/contract/operations/erasure.ts';
import { countryCodeHint } from '@signpost/contract/partners/leads/lead.ts';
import { useState } from 'react';
import { send } from '../../../api/calls.ts';
import { reasonOf } from '../../../api/errors-at.ts';
import { useUser } from '../../../api/session.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { downloadBlob } from '../../../ui/download.ts';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { listOf } from '../../../ui/values/list-of.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './protection.module.css';

type Found = CallAnswer<typeof findStoredPerson>;
type Erased = CallAnswer<typeof erasePerson>;

const CONTACT_OF = {
  client: { now: 'Contact of the client', before: 'the client' },
  publisher: { now: 'Contact of the publisher', before: 'the publisher' },
  partner: { now: 'Contact of the partner', before: 'the partner' },
  legalEntity: { now: 'Billing e-mail of the legal entity', before: 'the legal entity' },
  publisherMail: { now: 'Reply address of the e-mail', before: 'the e-mail' },
  flatFeeContact: { now: 'Contact of the flat fee contact', before: 'the flat fee contact' },
  user: { now: 'Account of', before: 'the account of' },
  whitelistEntry: { now: 'Entry of the whitelist:', before: 'the entry of the whitelist' },
} as const;

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${plural(count, one, many)}`;

type Counts = { leads: number; contacts: number; traces: TraceCounts };

/** `2 leads, 1 contact and 3 messages`. */
function placesText({ leads, contacts, traces }: Counts): string {
  const named = keysOf(TRACES).filter((name) => traces[name] > 0);
  return new Intl.ListFormat('en-GB').format(
    listOf(
      counted(leads, 'lead'),
      contacts !== 0 && counted(contacts, 'contact'),
      ...named.map((name) => counted(traces[name], TRACES[name].one, TRACES[name].many)),
    ),
  );
}

const countsOf = ({ leads, contacts, traces }: Found): Counts => ({
  leads: leads.length,
  contacts: contacts.length,
  traces,
});
const isNothing = ({ leads, contacts, traces }: Found): boolean =>
  leads.length + contacts.length === 0 && Object.values(traces).every((count) => count === 0);

/** The data that remain after an erasure, and why. */
function Stays({ stays }: { stays: Erased['stays'] }) {
  return (
    <section aria-label="What stays">
      <p>What stays after the erasure, and why:</p>
      <ul className={classes.leads}>
        {stays.map(({ what, why }) => (
          <li key={what}>
            <strong>{what}.</strong> {why}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a person is stored. */
function FoundPlaces({ found, text, timeZone }: { found: Found; text: string; timeZone: string }) {
  if (isNothing(found))
    return <p>Nothing is stored about a person with this e-mail address or phone number. {countryCodeHint(text)}</p>;
  return (
    <>
      <p>This person is stored in {placesText(countsOf(found))}:</p>
      <ul className={classes.leads}>
        {found.contacts.map(({ of, id, record, isCurrent }) => (
          <li key={`${of} ${id}`}>
            {isCurrent ? CONTACT_OF[of].now : `In the history of ${CONTACT_OF[of].before}`} {record}
          </li>
        ))}
        {found.leads.map(({ id, receivedAt, status }) => (
          <li key={id}>
            Lead {id}, received <Time value={receivedAt} zone={timeZone} />, {status}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Finds one person by the whole address or number, for an export or an erasure that the person asked for. */
export function OnePerson() {
  const { timeZone } = useUser();
  const [text, setText] = useState('');
  const find = useAction(() => send(findStoredPerson, { body: { text } }), { refresh: [], onRefused: () => true });
  const found = find.data?.data ?? null;
  const download = useAction(() => send(exportPerson, { body: { text } }), {
    refresh: [],
    said: () => 'What is stored about this person was exported.',
    onDone: (data) =>
      downloadBlob(
        'stored-about-a-person.json',
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
  });
  const erase = useAction((_close: () => void) => send(erasePerson, { body: { text } }), {
    refresh: [listRetention],
    said: (erased) => `The person was erased from ${placesText(erased)}.`,
    onDone: (_, close) => {
      close();
      find.reset();
      setText('');
    },
  });
  const stays = erase.data?.data.stays;
  return (
    <Panel
      title="One person"
      description="For people who ask what is stored about them, or want it erased. Each export and erasure is recorded."
    >
      <Form className={classes.search} onSubmit={() => find.mutate(undefined)}>
        <TextInput
          label="E-mail or phone"
          placeholder="E-mail, or phone with +49 …"
          value={text}
          onChange={(next) => {
            setText(next);
            find.reset();
            erase.reset();
          }}
          errors={reasonOf(find.error)}
        />
        <Button type="submit" loading={find.isPending} disabled={text.trim() === ''}>
          Find
        </Button>
      </Form>
      <div role="status">{found !== null && <FoundPlaces found={found} text={text} timeZone={timeZone} />}</div>
      {stays !== undefined && <Stays stays={stays} />}
      {found !== null && !isNothing(found) && (
        <div className={classes.buttons}>
          <Button loading={download.isPending} onClick={() => download.mutate(undefined)}>
            Download as JSON
          </Button>
          <ConfirmButton
            label="Erase the person"
            kind="danger"
            danger
            loading={erase.isPending}
            onConfirm={erase.mutate}
          >
            Name, e-mail, phone, address and answers are erased from {placesText(countsOf(found))} and from e-mails to
            publishers, and nobody can find the person any more. An account is closed, and messages that wait for the
            address are not sent. Leads that wait for a buyer are rejected. All numbers stay. This cannot be undone.
            Backups keep the person until they are removed.
          </ConfirmButton>
        </div>
      )}
    </Panel>
  );
}
