/** The form of a record: sections, submit bar, conflicts, history, drafts, and a guard against losing unsaved input. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import { recordRowSchema } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useBlocker, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { useOnceKey } from '../api/once-key.ts';
import { useUser } from '../api/session.ts';
import { PageHeader } from '../shell/page-header.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showSnackbar } from '../ui/snackbar.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { useRecord, useRecordVerbs } from './api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Typed, useDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { FormActions } from './form-actions.tsx';
import { FormSections } from './form-sections.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { asksOnly } from './list-state.ts';
import { RecordError } from './record-error.tsx';
import classes from './records.module.css';
import { plainHref, type RecordRow, type RecordScreen, recordHref, type Values } from './screen.ts';
import { useArchiving } from './use-archiving.tsx';
import { copyValues, freshValues, knownOf, useRecordForm, valuesOf } from './use-form.ts';

export type FormMode = 'add' | 'edit' | 'copy';

interface LoadedProps {
  screen: RecordScreen;
  mode: FormMode;
  record: RecordRow | null;
  presets?: Values;
  /** For a form beside a list instead of on its own page: called when the form is done. */
  onDone?: () => void;
}

function startValues({ screen, mode, record, presets }: LoadedProps): Values {
  if (record === null) return { ...freshValues(screen.entity), ...presets };
  return mode === 'copy' ? copyValues(screen.entity, record) : valuesOf(screen.entity, record);
}

/** The form of a record that has been loaded or is new. */
export function RecordForm(props: LoadedProps) {
  const { screen, mode, record, onDone } = props;
  const { entity } = screen;
  const viewer = useUser();
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  const once = useOnceKey();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(mode === 'edit' ? record : null);
  /** The version that the input is based on, if somebody has saved a newer one since. */
  const [over, setOver] = useState<number | null>(null);
  const form = useRecordForm(entity, startValues(props), mode === 'copy');
  const draft = useDraft(
    `${entity.name}:${mode}:${record?.id ?? 'new'}`,
    { version: over ?? current?.version ?? 0, base: form.base, values: form.values },
    form.isChanged,
  );
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<RecordRow | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  // After a save the form is left on purpose, before React has rendered that nothing is unsaved.
  const leaving = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current: here, next }) =>
      form.isChanged && !leaving.current && !(onDone !== undefined && asksOnly(here, next)),
    enableBeforeUnload: () => form.isChanged,
    withResolver: true,
  });
  const readOnly = current !== null && !current.may.edit;

  async function save(values: Values = form.values, version = over ?? current?.version ?? 0) {
    setSaving(true);
    try {
      const saved = current
        ? await verbs.update(current.id, version, values)
        : await verbs.create(values, once.keyNow());
      draft.forget();
      setOver(null);
      setTheirs(null);
      showSnackbar({ type: 'success', message: TEXT.success, keepOnNavigation: true });
      if (current) {
        setCurrent(saved);
        form.reset(valuesOf(entity, saved));
        leaving.current = onDone !== undefined;
        onDone?.();
        return;
      }
      leaving.current = true;
      once.renew();
      if (onDone) return onDone();
      const isOpen = (name: RouteName | undefined) =>
        name !== undefined && mayOpen(viewer, ROUTES[name]) ? name : undefined;
      const { add, edit, view, list } = entity.routes;
      // A form that also edits shows no message about the new record; the list does.
      const to =
        recordHref(entity, isOpen(edit === add ? undefined : edit) ?? isOpen(view), saved.id) ??
        plainHref(isOpen(list)) ??
        hashHref('/');
      await navigate({ to: to.slice(1), replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const newer = error.dataOf('CONFLICT');
      if (current !== null && newer !== null && 'version' in newer) return setTheirs({ ...newer, may: current.may });
      const made = recordRowSchema.safeParse(error.dataOf('IDEMPOTENCY')).data;
      if (made) return goOnWith(made, values);
      form.refuse(error.errors);
      const whole = error.errors.filter(({ path }) => path === '' || !(path.split('.')[0] ?? '' in entity.fields));
      showSnackbar({
        type: 'error',
        message: [error.message, ...whole.map(({ message }) => message)].join(' '),
        errorId: error.requestId ?? undefined,
      });
    } finally {
      setSaving(false);
    }
  }

  /** An earlier attempt was saved, but its answer was lost. What was typed since is a change of that record. */
  function goOnWith(made: RecordRow, values: Values) {
    setCurrent(made);
    form.reset(valuesOf(entity, made));
    form.fill(values);
    once.renew();
    showSnackbar({
      message: `This ${inSentence(entity.one)} was saved already, as you first sent it. Save again to keep what you changed since.`,
    });
  }

  /** Restores a draft together with the version it is based on, so that a version saved since then shows as a conflict. */
  function takeUp({ version, base, values }: Typed) {
    form.reset(base);
    form.fill(values);
    if (version !== current?.version) setOver(version);
  }

  function reset() {
    const typed = form.values;
    const before = over;
    form.reset(current ? valuesOf(entity, current) : startValues(props));
    setOver(null);
    draft.forget();
    showSnackbar({
      message: 'What you changed was taken back.',
      action: {
        label: 'Undo',
        onClick: () => {
          form.fill(typed);
          setOver(before);
        },
      },
    });
  }

  async function archive(archived: boolean, from = current) {
    if (!from) return;
    const typing = form.isChanged;
    const go = async () => {
      const after = await (archived ? verbs.archive(from.id) : verbs.restore(from.id));
      // Input is kept, and so is the version it is based on, so that saving reports a newer version.
      setCurrent(after);
      if (!typing) form.reset(valuesOf(entity, after));
      else if (after.version !== from.version + 1) setOver(from.version);
      showSnackbar({
        type: 'success',
        message: archived ? `${entity.one} archived.` : `${entity.one} restored.`,
        ...(archived ? { action: { label: 'Undo', onClick: () => void archive(false, after) } } : {}),
      });
    };
    await (archived ? archiving.ask([from.id], String(from[entity.title]), go) : archiving.now(go));
  }

  const title = current
    ? String(current[entity.title] ?? `${entity.one} ${current.id}`)
    : `${mode === 'copy' ? 'Copy' : 'Add'} ${inSentence(entity.one)}`;
  return (
    <>
      {!onDone && <PageHeader title={title} />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.canSubmit && !saving && !readOnly) void save();
        }}
      >
        {draft.found && !form.isChanged && (
          <DraftNotice
            isOlder={current !== null && draft.found.version < current.version}
            onTake={() => draft.found && takeUp(draft.found)}
            onDiscard={draft.forget}
          />
        )}
        {current?.archivedAt && (
          <p className={classes.notice} role="status">
            This {inSentence(entity.one)} is archived: it is offered nowhere and can't be changed until it is restored.
          </p>
        )}
        {current && screen.above?.(current)}
        <FormSections screen={screen} form={form} readOnly={readOnly} record={current ?? record} />
        {screen.below?.(form.values, current)}
        <FormActions
          entity={entity}
          form={form}
          saving={saving}
          record={current}
          readOnly={readOnly}
          onReset={reset}
          onArchive={archive}
          onHistory={() => setHistoryOpen(true)}
        />
      </form>
      {theirs && (
        <ConflictDialog
          screen={screen}
          mine={form.values}
          base={form.base}
          theirs={theirs}
          saving={saving}
          onCancel={() => setTheirs(null)}
          onSave={(values) => {
            form.fill(values);
            void save(values, theirs.version);
          }}
          onTakeTheirs={() => {
            setCurrent(theirs);
            form.reset(valuesOf(entity, theirs));
            setOver(null);
            draft.forget();
            setTheirs(null);
          }}
        />
      )}
      {current && (
        <HistoryDrawer
          entity={entity}
          id={current.id}
          opened={historyOpen}
          onClose={() => setHistoryOpen(false)}
          {...(readOnly
            ? {}
            : {
                onRestore: (snapshot: Values) => {
                  form.fill(knownOf(entity, snapshot));
                  setHistoryOpen(false);
                  showSnackbar({ message: 'That version is in the form. Save to keep it.' });
                },
              })}
        />
      )}
      {archiving.dialog}
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        buttons="yes"
        onCancel={() => blocker.status === 'blocked' && blocker.reset()}
        onConfirm={() => {
          if (blocker.status !== 'blocked') return;
          draft.forget();
          blocker.proceed();
        }}
      >
        What you changed here is not saved. Leave without saving it?
      </ConfirmDialog>
    </>
  );
}

export interface RecordFormPageProps {
  screen: RecordScreen;
  mode: FormMode;
  /** Initial values of a new record. */
  presets?: Values;
}

/** The page for `add`, `edit/{id}` and `copy/{id}`. */
export function RecordFormPage({ screen, mode, presets }: RecordFormPageProps) {
  const { id } = useParams({ strict: false }) as { id?: string };
  const wanted = mode === 'add' ? null : Number(id);
  const { data, error, refetch } = useRecord(screen.entity, wanted);
  if (mode === 'add') return <RecordForm screen={screen} mode={mode} record={null} {...(presets ? { presets } : {})} />;
  if (error) return <RecordError entity={screen.entity} error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton />;
  return <RecordForm key={`${mode} ${data.id}`} screen={screen} mode={mode} record={data} />;
}
