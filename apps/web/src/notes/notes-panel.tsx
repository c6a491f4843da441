/** The notes on a record or on the days of a statistics tab: a list, a form, and what happened beside them. */
import { addNote, changeNote, deleteNote, listMentionable, listNotes } from '@signpost/contract/calls/notes.ts';
import { type NewNote, NOTE_LENGTH, type Note, type NoteQuery } from '@signpost/contract/insight/notes/notes.ts';
import { metricOf } from '@signpost/contract/insight/stats/metrics.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { type ReactNode, useRef, useState } from 'react';
import { CallError } from '../api/call-error.tsx';
import { send, useCall } from '../api/calls.ts';
import { useUser } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, TableSkeleton } from '../ui/feedback/states.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Form } from '../ui/form.tsx';
import { formatNumber } from '../ui/values/format.ts';
import { Badge, Time } from '../ui/values/values.tsx';
import { type NoteDraft, type NoteText, useNoteDraft } from './note-draft.ts';
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
  ].sort((one, other) => {
    if (one.at < other.at) return 1;
    return -1;
  });
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
  text: NoteText;
  onChange: (text: NoteText) => void;
}

/** The length of a note is shown from this number of characters on, before the limit is reached. */
const COUNTED_FROM = NOTE_LENGTH * 0.8;

const lengthOf = ({ body }: NoteText): number => body.trim().length;
const isSavable = (text: NoteText): boolean => lengthOf(text) > 0 && lengthOf(text) <= NOTE_LENGTH;

function TextFields({ query, text, onChange }: TextFieldsProps) {
  const people = useCall(listMentionable, {
    query: query.kind === 'record' ? query : { kind: query.kind, tab: query.tab },
  });
  const options = (people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const length = lengthOf(text);
  const over = length - NOTE_LENGTH;
  const listProblems = () => {
    if (over > 0)
      return [`${formatNumber(over)} too many: a note has at most ${formatNumber(NOTE_LENGTH)} characters.`];
    return [];
  };
  return (
    <>
      <TextInput
        label="Note"
        value={text.body}
        onChange={(body) => onChange({ ...text, body })}
        lines={3}
        help={length > COUNTED_FROM ? `${formatNumber(length)} of ${formatNumber(NOTE_LENGTH)} characters` : undefined}
        errors={listProblems()}
      />
      <MultiSelect
        label="Mention"
        help="They are notified. Only other people who may see this can be chosen."
        value={text.mentions.map(String)}
        onChange={(next) => onChange({ ...text, mentions: next.map(Number) })}
        options={options}
        find={filterOptions}
        loading={people.isPending}
        problem={people.error?.message}
      />
    </>
  );
}

/** The subject of a new note, as the name of its draft: the record, or the tab, regardless of its days. */
const draftName = (query: NoteQuery): string => {
  if (query.kind === 'record') return `${query.entity} ${query.id}`;
  return `tab ${query.tab}`;
};

const EMPTY_NOTE: NoteText = { body: '', mentions: [] };

function NoteForm({ query, subject, children }: Pick<Props, 'query' | 'subject'> & { children: ReactNode }) {
  const { text, change, clear } = useNoteDraft(draftName(query), EMPTY_NOTE);
  const form = useRef<HTMLFormElement>(null);
  const add = useAction((note: NewNote) => send(addNote, { body: note }), {
    refresh: [listNotes],
    said: () => 'Note added.',
    onDone: () => {
      clear();
      // The button is disabled now, and would take the focus of the keyboard with it.
      form.current?.querySelector('textarea')?.focus();
    },
  });
  return (
    <Form
      ref={form}
      className={classes.form}
      onSubmit={() => {
        if (isSavable(text)) add.mutate({ subject, body: text.body, mentions: [...text.mentions] });
      }}
    >
      {children}
      <TextFields query={query} text={text} onChange={change} />
      <div className={classes.buttons}>
        <Button kind="primary" type="submit" disabled={!isSavable(text)} loading={add.isPending}>
          Add note
        </Button>
      </div>
    </Form>
  );
}

/** The day, row and number that a note on statistics is about. */
function subjectText({ subject }: Note): string {
  if (subject.kind !== 'stats') return '';
  return [subject.day, subject.row, subject.metric === null ? '' : metricOf(subject.metric).label]
    .filter(Boolean)
    .join(' · ');
}

const LONG_CHARACTERS = 500;
const LONG_LINES = 8;

/** The text of a note; a long one is folded. */
function NoteBody({ text }: { text: string }) {
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className={classes.body} data-folded={(isLong && !isOpen) || undefined}>
        {text}
      </p>
      {isLong && (
        <Button kind="quiet" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}

function NoteItem({ note, query }: { note: Note; query: NoteQuery }) {
  const user = useUser();
  // People cannot mention themselves, but older notes may contain such mentions.
  const mentions = note.mentions.map(({ id }) => id).filter((id) => id !== user.id);
  const draft = useNoteDraft(`edit ${note.id}`, { body: note.body, mentions });
  const [isEditing, setEditing] = useState(draft.isFound);
  const options = { refresh: [listNotes] };
  const resolve = useAction(
    (isResolved: boolean) => send(changeNote, { params: { id: note.id }, body: { isResolved } }),
    options,
  );
  const remove = useAction(() => send(deleteNote, { params: { id: note.id } }), {
    ...options,
    said: () => 'Note deleted.',
  });
  if (isEditing) return <NoteEditor note={note} query={query} draft={draft} onDone={() => setEditing(false)} />;
  return (
    <article className={classes.note} data-resolved={note.resolvedAt !== null || undefined}>
      <header className={classes.head}>
        <strong>{note.author.name}</strong>
        <Time value={note.at} zone={user.timeZone} ago />
        {note.editedAt !== null && <span>edited</span>}
        {note.resolvedAt !== null && <Badge tone="good">Resolved</Badge>}
      </header>
      {note.subject.kind === 'stats' && <p className={classes.about}>{subjectText(note)}</p>}
      <NoteBody text={note.body} />
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

interface NoteEditorProps {
  note: Note;
  query: NoteQuery;
  draft: NoteDraft;
  onDone: () => void;
}

function NoteEditor({ note, query, draft, onDone }: NoteEditorProps) {
  const { text, change, clear } = draft;
  const done = () => {
    clear();
    onDone();
  };
  const body = { body: text.body, mentions: [...text.mentions] };
  const save = useAction(() => send(changeNote, { params: { id: note.id }, body }), {
    refresh: [listNotes],
    said: () => 'Note saved.',
    onDone: done,
  });
  return (
    <Form
      className={classes.form}
      onSubmit={() => {
        if (isSavable(text)) save.mutate(undefined);
      }}
    >
      <TextFields query={query} text={text} onChange={change} />
      <div className={classes.buttons}>
        <Button kind="primary" type="submit" disabled={!isSavable(text)} loading={save.isPending}>
          Save note
        </Button>
        <Button onClick={done}>Cancel</Button>
      </div>
    </Form>
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
