/** One incident beside the list: what explains it, what happened to it, and what people can do. */

import { actOnIncident, listIncidents, readIncident } from '@signpost/contract/calls/alerts.ts';
import {
  actionsOf,
  INCIDENT_STATE_LABELS,
  type IncidentAction,
  type IncidentStory,
} from '@signpost/contract/insight/alerts/incidents.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { ReactNode } from 'react';
import { CallDialog } from '../../../api/call-dialog.tsx';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { useUser } from '../../../api/session.ts';
import { useCallForm } from '../../../api/use-call-form.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { EMPTY } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Time } from '../../../ui/values/values.tsx';
import classes from './alerts.module.css';
import { Changes } from './incident-changes.tsx';
import { IncidentBadge } from './incident-columns.tsx';

const HOUR_MS = 3_600_000;
const WORDS = {
  acknowledge: { button: 'Acknowledge', title: 'Acknowledge incident', note: 'Note' },
  snooze: { button: 'Snooze', title: 'Snooze incident', note: 'Note' },
  expect: { button: 'It was expected', title: 'This was expected', note: 'Why was it expected?' },
  resolve: { button: 'Resolve', title: 'Resolve incident', note: 'What was the cause?' },
} as const satisfies Record<IncidentAction, { button: string; title: string; note: string }>;
const SNOOZES = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
];
const needsNote = (action: IncidentAction): boolean => action === 'expect' || action === 'resolve';

interface Props {
  /** The id of the row whose details are shown; undefined while the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

export function IncidentDetail({ id, onClose }: Props) {
  const { data, error, refetch } = useCall(
    readIncident,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined, staleTime: 0 },
  );
  const renderActions = () => {
    if (data !== undefined && actionsOf(data).length > 0)
      return (
        <>
          {actionsOf(data).map((one, index) => (
            <DialogButton
              key={one}
              kind={index === 0 ? 'primary' : 'default'}
              dialog={(close) => <ActionDialog id={data.id} action={one} onClose={close} />}
            >
              {WORDS[one].button}
            </DialogButton>
          ))}
        </>
      );
    return undefined;
  };
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={data?.title ?? 'Incident'} footer={renderActions()}>
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {id !== undefined && data === undefined && error === null && <FormSkeleton fields={4} />}
      {data !== undefined && <Story story={data} />}
    </Drawer>
  );
}

function ActionDialog({ id, action, onClose }: { id: number; action: IncidentAction; onClose: () => void }) {
  const words = WORDS[action];
  const form = useCallForm(actOnIncident, {
    initial: { note: '', hours: '4' },
    input: ({ note, hours }) => {
      const until = action === 'snooze' ? new Date(Date.now() + Number(hours) * HOUR_MS).toISOString() : null;
      return { params: { id }, body: { action, note, until } };
    },
    refresh: [listIncidents, readIncident],
    said: ({ state }) => `The incident is ${INCIDENT_STATE_LABELS[state].toLowerCase()}.`,
    onDone: onClose,
  });
  const isAnswered = !needsNote(action) || form.values.note.trim() !== '';
  return (
    <CallDialog form={form} title={words.title} submitLabel={words.button} canSubmit={isAnswered} onClose={onClose}>
      <div className={classes.form}>
        {action === 'snooze' && (
          <Choice
            label="For"
            required
            value={form.values.hours}
            options={SNOOZES}
            onChange={(hours) => hours && form.set({ hours })}
          />
        )}
        <TextInput label={words.note} {...form.field('note')} required={needsNote(action)} lines={3} />
      </div>
    </CallDialog>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Story({ story }: { story: IncidentStory }) {
  const { timeZone } = useUser();
  const { kind, details, events } = story;
  const isLimit = kind === 'below' || kind === 'above';
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        <Fact label="State">
          <IncidentBadge state={story.state} />
        </Fact>
        <Fact label="Since">
          <Time value={story.startedAt} zone={timeZone} />
        </Fact>
        {story.raisedAt !== null && (
          <Fact label="Fired">
            <Time value={story.raisedAt} zone={timeZone} />
          </Fact>
        )}
        {story.seen !== null && (
          <Fact label="Seen">
            {story.seen}{' '}
            {isLimit ? `, the limit is ${story.expected ?? EMPTY}` : ` instead of ${story.expected ?? EMPTY}`}
          </Fact>
        )}
        {story.snoozedUntil !== null && (
          <Fact label="Snoozed until">
            <Time value={story.snoozedUntil} zone={timeZone} />
          </Fact>
        )}
        {story.by !== null && <Fact label="Looked after by">{story.by}</Fact>}
        {story.cause !== null && <Fact label="Cause">{story.cause}</Fact>}
        {story.children > 0 && (
          <Fact label="Explains">
            {story.children} other {plural(story.children, 'incident')}
          </Fact>
        )}
        {story.alert !== null && (
          <Fact label="Alert">
            <a href={hashHref(path.alertsEdit({ id: story.alert.id }))}>{story.alert.name}</a>
          </Fact>
        )}
        {story.link !== null && (
          <Fact label="Statistics">
            <a href={hashHref(story.link)}>Open these days</a>
          </Fact>
        )}
      </dl>
      <Changes story={story} timeZone={timeZone} />
      <Split details={details} />
      <section>
        <h3>What happened</h3>
        <ul className={classes.lines}>
          {events.map(({ id, at, by, state, note }) => (
            <li key={id}>
              <Time value={at} zone={timeZone} /> · {INCIDENT_STATE_LABELS[state]}
              {by === null ? '' : ` by ${by}`}
              {note === '' ? '' : `: ${note}`}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Split({ details: { split, compared } }: { details: IncidentStory['details'] }) {
  if (split.length === 0) return null;
  return (
    <section>
      <h3>Where it moved</h3>
      {compared !== null && <p className={classes.hint}>Compared with {compared}.</p>}
      <ul className={classes.lines}>
        {split.map(({ dimension, label, items }) => (
          <li key={dimension}>
            {label}:{' '}
            {items.map(({ name, change }) => `${name} ${change.startsWith('-') ? '' : '+'}${change}`).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
