/** The notes on a record or on the days of a statistics tab: a list, a form, and what happened beside them. */
import { addNote, changeNote, deleteNote, listMentionable, listNotes } from '@signpost/contract/calls/notes.ts';
import { type NewNote, NOTE_LENGTH, type Note, type NoteQuery } from '@signpost/contract/notes/notes.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { metricOf } from '@signpost/contract/stats/metrics.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { type ReactNode, useState } from 'react';
import { CallError } from '../api/call-error.tsx';
import { send, useCall } from '../api/calls.ts';
import { useUser } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, TableSkeleton } from '../ui/feedback/states.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Badge, Time } from '../ui/values/values.tsx';
import classes from './notes.module.css';

/** Something that happened by itself, shown among the notes. */
export interface NoteEvent {
  at: string;
  text: string;
}

interface Props {
  query: NoteQuery;
  /** The subject of a new note. */
  subject: NewNote['subject'];
  /** Fields that belong to the subject of a new note, such as its day. */
  about?: ReactNode;
  events?: readonly NoteEvent[] | undefined;
}

const NO_EVENTS: readonly NoteEvent[] = [];

export function NotesPanel({ query, subject, about, events = NO_EVENTS }: Props) {
  const { data, error, isPending, refetch } = useCall(listNotes, { query }, { staleTime: 0 });
  const entries = [
    ...(data ?? []).map((note) => ({
      at: note.at,
      key: `note ${note.id}`,
      shown: <NoteItem note={note} query={query} />,
    })),
    ...events.map(({ at, text }) => ({ at, key: `${at} ${text}`, shown: <EventItem at={at} text={text} /> })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <div className={classes.panel}>
      <NoteForm query={query} subject={subject}>
        {about}
      </NoteForm>
      {isPending && <TableSkeleton rows={3} columns={1} />}
      {error !== null && <CallError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && entries.length === 0 && (
        <EmptyState title="Nothing to show">Write down what others should know when they look at this.</EmptyState>
      )}
      <ol className={classes.notes} aria-label="Notes">
        {entries.map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
      </ol>
    </div>
  );
}

interface TextFieldsProps {
  query: NoteQuery;
  body: string;
  onBody: (body: string) => void;
  mentions: readonly number[];
  onMentions: (mentions: number[]) => void;
}

function TextFields({ query, body, onBody, mentions, onMentions }: TextFieldsProps) {
  const people = useCall(listMentionable, { query });
  const options = (people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <TextInput label="Note" value={body} onChange={onBody} lines={3} maxLength={NOTE_LENGTH} />
      <MultiSelect
        label="Mention"
        help="They are notified. Only people who may see this can be chosen."
        value={mentions.map(String)}
        onChange={(next) => onMentions(next.map(Number))}
        options={options}
        find={(all, text) => filterOptions(all, text)}
        cappedText={TEXT.optionsCapped}
        loading={people.isPending}
        problem={people.error?.message}
      />
    </>
  );
}

function NoteForm({ query, subject, children }: Pick<Props, 'query' | 'subject'> & { children: ReactNode }) {
  const [body, setBody] = useState('');
  const [mentions, setMentions] = useState<number[]>([]);
  const add = useAction((note: NewNote) => send(addNote, { body: note }), {
    refresh: [listNotes],
    said: () => 'Note added.',
    onDone: () => {
      setBody('');
      setMentions([]);
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '') add.mutate({ subject, body, mentions });
      }}
    >
      {children}
      <TextFields query={query} body={body} onBody={setBody} mentions={mentions} onMentions={setMentions} />
      <div className={classes.buttons}>
        <Button kind="primary" type="submit" disabled={body.trim() === ''} loading={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

/** The day, row and number that a note on statistics is about. */
function subjectText({ subject }: Note): string {
  if (subject.kind !== 'stats') return '';
  return [subject.day, subject.row, subject.metric === null ? '' : metricOf(subject.metric).label]
    .filter(Boolean)
    .join(' · ');
}

function NoteItem({ note, query }: { note: Note; query: NoteQuery }) {
  const { timeZone } = useUser();
  const [isEditing, setEditing] = useState(false);
  const options = { refresh: [listNotes] };
  const resolve = useAction(
    (isResolved: boolean) => send(changeNote, { params: { id: note.id }, body: { isResolved } }),
    options,
  );
  const remove = useAction(() => send(deleteNote, { params: { id: note.id } }), {
    ...options,
    said: () => 'Note deleted.',
  });
  if (isEditing) return <NoteEditor note={note} query={query} onDone={() => setEditing(false)} />;
  return (
    <article className={classes.note} data-resolved={note.resolvedAt !== null || undefined}>
      <header className={classes.head}>
        <strong>{note.author.name}</strong>
        <Time value={note.at} zone={timeZone} ago />
        {note.editedAt !== null && <span>edited</span>}
        {note.resolvedAt !== null && <Badge tone="good">Resolved</Badge>}
      </header>
      {note.subject.kind === 'stats' && <p className={classes.about}>{subjectText(note)}</p>}
      <p className={classes.body}>{note.body}</p>
      {note.mentions.length > 0 && (
        <p className={classes.about}>Mentions {note.mentions.map(({ name }) => `@${name}`).join(', ')}</p>
      )}
      {note.resolvedBy !== null && <p className={classes.about}>Resolved by {note.resolvedBy}</p>}
      <div className={classes.buttons}>
        <Button kind="quiet" onClick={() => resolve.mutate(note.resolvedAt === null)}>
          {note.resolvedAt === null ? 'Resolve' : 'Reopen'}
        </Button>
        {note.isOwn && (
          <>
            <Button kind="quiet" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button kind="quiet" onClick={() => remove.mutate(undefined)}>
              Delete
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

function NoteEditor({ note, query, onDone }: { note: Note; query: NoteQuery; onDone: () => void }) {
  const [body, setBody] = useState(note.body);
  const [mentions, setMentions] = useState(note.mentions.map(({ id }) => id));
  const save = useAction(() => send(changeNote, { params: { id: note.id }, body: { body, mentions } }), {
    refresh: [listNotes],
    said: () => 'Note saved.',
    onDone,
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <TextFields query={query} body={body} onBody={setBody} mentions={mentions} onMentions={setMentions} />
      <div className={classes.buttons}>
        <Button kind="primary" type="submit" disabled={body.trim() === ''} loading={save.isPending}>
          Save note
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function EventItem({ at, text }: NoteEvent) {
  const { timeZone } = useUser();
  return (
    <p className={classes.event}>
      <span>◆ {text}</span>
      <Time value={at} zone={timeZone} />
    </p>
  );
}
