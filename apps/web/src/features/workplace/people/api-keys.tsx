/** API keys, with which a person's programs call the API as that person. */

import {
  API_KEY_DAYS,
  type ApiKeyRow,
  KEY_LIMITS,
  KEY_SCOPE_LABELS,
  KEY_SCOPES,
  type KeyNetwork,
  type KeyScope,
  MAX_API_KEY_RANGES,
  type MadeApiKey,
} from '@signpost/contract/calls/api-key-access.ts';
import { endApiKey, endOwnApiKey, listApiKeys, listOwnApiKeys, makeApiKey } from '@signpost/contract/calls/api-keys.ts';
import { API_BASE, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { addressRange } from '@signpost/contract/reading/address-range.ts';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { send, useCall } from '../../../api/calls.ts';
import { ConfirmCallButton } from '../../../api/confirm-call.tsx';
import { useCallForm } from '../../../api/use-call-form.ts';
import { TableSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TagsInput } from '../../../ui/fields/tags-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { ShownOnce } from '../../../ui/values/shown-once.tsx';
import { Badge, IdText, Time } from '../../../ui/values/values.tsx';
import classes from './api-keys.module.css';
import list from './sessions.module.css';

interface Props {
  /** The person whose keys are shown; null for the viewer's own. Keys can only be made for oneself. */
  personId: number | null;
  zone: string;
}

const DAYS = API_KEY_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));
const [SHORTEST] = API_KEY_DAYS;
const SCOPES = KEY_SCOPES.map((value) => ({ value, label: KEY_SCOPE_LABELS[value] }));
const [READ] = KEY_SCOPES;

const exampleOf = (key: string) =>
  `curl ${window.location.origin}${API_BASE}profile \\
  -H 'authorization: Bearer ${key}' \\
  -H '${TICKET_HEADER}: ${TICKET_VALUE}'`;

/** The key just created, shown only once. */
function Made({ made, onDone }: { made: MadeApiKey; onDone: () => void }) {
  return (
    <div className={classes.made}>
      <ShownOnce
        label="New key"
        value={made.key}
        copyLabel="Copy key"
        onDone={onDone}
        example={
          <CodeBlock label="How to call" className={classes.call}>
            {exampleOf(made.key)}
          </CodeBlock>
        }
      >
        <strong>Copy the key of “{made.name}” now.</strong> It is shown only once.
      </ShownOnce>
    </div>
  );
}

/** The networks a key was used from, so that its owner notices misuse. */
function Networks({ networks, zone }: { networks: KeyNetwork[]; zone: string }) {
  return (
    <ul className={classes.networks} aria-label="Networks">
      {networks.map(({ network, firstUsedAt, lastUsedAt, isNew }) => (
        <li key={network}>
          <code>{network}</code> · first used <Time value={firstUsedAt} zone={zone} /> · last used{' '}
          <Time value={lastUsedAt} zone={zone} ago /> {isNew && <Badge tone="attention">New network</Badge>}
        </li>
      ))}
    </ul>
  );
}

interface KeyRowProps extends Props {
  one: ApiKeyRow;
  onEnded: () => void;
}

function KeyRow({ one, zone, personId, onEnded }: KeyRowProps) {
  const { id } = one;
  const end = () => {
    if (personId === null) return send(endOwnApiKey, { params: { id } });
    return send(endApiKey, { params: { user: personId, id } });
  };
  const renderLastUse = () => {
    if (one.lastUsedAt === null) return 'never used';
    return (
      <>
        used <Time value={one.lastUsedAt} zone={zone} ago />
      </>
    );
  };
  return (
    <li>
      <IconKey size={20} stroke={1.5} aria-hidden />
      <div className={list.device}>
        <span>
          {one.name} <IdText value={`…${one.hint}`} />
        </span>
        <span className={list.muted}>
          {KEY_SCOPE_LABELS[one.scope]} ·{' '}
          {one.addressRanges.length === 0 ? 'from any address' : `only from ${one.addressRanges.join(', ')}`}
        </span>
        <span className={list.muted}>
          Until <Time value={one.expiresAt} zone={zone} detail="date" /> · {renderLastUse()}
        </span>
        {one.networks.length > 0 && <Networks networks={one.networks} zone={zone} />}
      </div>
      <ConfirmCallButton
        label="Revoke"
        danger
        run={end}
        refresh={[listOwnApiKeys, listApiKeys]}
        said={() => `Key “${one.name}” revoked.`}
        onDone={onEnded}
      >
        “{one.name}” stops working at once: every call with it is refused.
      </ConfirmCallButton>
    </li>
  );
}

interface Values {
  name: string;
  days: (typeof API_KEY_DAYS)[number];
  scope: KeyScope;
  addressRanges: string[];
}

const NEW_KEY: Values = { name: '', days: SHORTEST, scope: READ, addressRanges: [] };

function MakeDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeApiKey) => void }) {
  const form = useCallForm(makeApiKey, {
    initial: NEW_KEY,
    input: (body) => ({ body }),
    refresh: [listOwnApiKeys],
    said: ({ name }) => `Key “${name}” created.`,
    onDone: (made) => {
      onClose();
      onMade(made);
    },
  });
  const { values, set } = form;
  const unreadable = values.addressRanges.find((range) => addressRange(range) === null);
  return (
    <CallDialog
      form={form}
      title="Create a key"
      submitLabel="Create key"
      canSubmit={unreadable === undefined}
      onClose={onClose}
    >
      <TextInput label="Name" help="The program that uses the key." {...form.field('name')} autoFocus />
      <Choice
        label="Valid for"
        value={String(values.days)}
        onChange={(text) => set({ days: API_KEY_DAYS.find((days) => String(days) === text) ?? SHORTEST })}
        options={DAYS}
        required
      />
      <Choice
        label="Scope"
        help={KEY_LIMITS}
        value={values.scope}
        onChange={(scope) => set({ scope: memberOf(KEY_SCOPES, scope) ?? READ })}
        options={SCOPES}
        required
      />
      <TagsInput
        label="Only from these addresses"
        help="Addresses or networks such as 203.0.113.0/24. Leave empty to allow every address."
        value={values.addressRanges}
        onChange={(addressRanges) => set({ addressRanges })}
        maxTags={MAX_API_KEY_RANGES}
        errors={unreadable === undefined ? [] : [`“${unreadable}” is not an address or network.`]}
      />
    </CallDialog>
  );
}

function useApiKeys(personId: number | null) {
  const isOwn = personId === null;
  const own = useCall(listOwnApiKeys, {}, { enabled: isOwn });
  const others = useCall(listApiKeys, { params: { user: personId ?? 0 } }, { enabled: !isOwn });
  if (isOwn) return own;
  return others;
}

/** Valid keys, each of which can be revoked. */
export function ApiKeys({ personId, zone }: Props) {
  const mine = personId === null;
  const keys = useApiKeys(personId);
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const describeKeys = () => {
    if (mine) return 'With a key, your program calls the API as you, within the scope of the key and of your grade.';
    return 'Programs that call the API as this person. Revoking a key takes effect at once.';
  };
  const renderActions = () => {
    if (!mine) return undefined;
    return (
      <DialogButton dialog={(close) => <MakeDialog onClose={close} onMade={setMade} />}>Create a key</DialogButton>
    );
  };
  return (
    <Panel title="API keys" description={describeKeys()} flush actions={renderActions()}>
      {made && <Made made={made} onDone={() => setMade(null)} />}
      {keys.isPending && <TableSkeleton rows={2} columns={3} />}
      {keys.error !== null && <CallError error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <p className={list.none}>No API keys.</p>}
      <ul className={list.sessions} aria-label="API keys">
        {keys.data?.map((one) => (
          <KeyRow
            key={one.id}
            one={one}
            zone={zone}
            personId={personId}
            onEnded={() => made?.id === one.id && setMade(null)}
          />
        ))}
      </ul>
    </Panel>
  );
}
