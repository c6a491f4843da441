/** The form of a record: sections, submit bar, conflicts, history, drafts, and a guard against losing unsaved input. */

import { inSentence } from '@signpost/contract/define/words.ts';
import { use, useEffect, useRef, useState } from 'react';
import { idOf, useScreenParams } from '../address/use-params.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { FormSkeleton } from '../ui/feedback/states.tsx';
import { Form } from '../ui/form.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { useRecord } from './api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { FormActions } from './form-actions.tsx';
import { FormSections } from './form-sections.tsx';
import { knownOf } from './form-values.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { InlineFormContext } from './inline-form.ts';
import { NotesDrawer } from './notes-drawer.tsx';
import { RecordCrumbs, useListHref, useViewHref } from './record-crumbs.tsx';
import { RecordError } from './record-error.tsx';
import classes from './records.module.css';
import type { RecordScreen, Values } from './screen.ts';
import type { FormMode } from './use-edited-record.ts';
import { useRecordArchive } from './use-record-archive.ts';
import { type RecordFormProps, type RecordSave, useRecordSave } from './use-record-save.ts';

/** Shown above the sections: notices about a draft and about an archived record. */
function FormNotices({ screen, edited }: { screen: RecordScreen; edited: RecordSave }) {
  const { current, draft, form } = edited;
  const { found } = draft;
  return (
    <>
      {found && !form.isChanged && (
        <DraftNotice
          isOlder={current !== null && found.version < current.version}
          onTake={() => edited.takeUp(found)}
          onDiscard={draft.forget}
        />
      )}
      {current?.archivedAt && (
        <p className={classes.notice} role="status">
          This {inSentence(screen.entity.one)} is archived: it cannot be chosen or changed until it is restored.
        </p>
      )}
      {current && screen.above?.(current)}
    </>
  );
}

interface DialogsProps {
  screen: RecordScreen;
  edited: RecordSave;
  historyOpen: boolean;
  onHistoryClose: () => void;
}

/** The conflict, the history, and the question before unsaved input is lost. */
function FormDialogs({ screen, edited, historyOpen, onHistoryClose }: DialogsProps) {
  const { current, form, theirs, leaveQuestion } = edited;
  const restore = (snapshot: Values) => {
    form.fill(knownOf(screen.entity, snapshot));
    onHistoryClose();
    showSnackbar({ message: 'The form shows that version. Save to restore it.' });
  };
  return (
    <>
      {theirs && (
        <ConflictDialog
          screen={screen}
          mine={form.values}
          base={form.base}
          theirs={theirs}
          saving={edited.saving}
          onCancel={() => edited.setTheirs(null)}
          onSave={(values) => {
            form.fill(values);
            void edited.save(values, theirs.version);
          }}
          onTakeTheirs={() => {
            edited.show(theirs);
            edited.setTheirs(null);
          }}
        />
      )}
      {current && (
        <HistoryDrawer
          entity={screen.entity}
          id={current.id}
          opened={historyOpen}
          onClose={onHistoryClose}
          onRestore={edited.readOnly ? undefined : restore}
        />
      )}
      <ConfirmDialog
        opened={leaveQuestion.isOpen}
        buttons="yes"
        onCancel={leaveQuestion.onStay}
        onConfirm={leaveQuestion.onLeave}
      >
        Your changes are not saved. Leave this page and discard them?
      </ConfirmDialog>
    </>
  );
}

/** Puts the cursor into the first field of a new record. A calendar is left closed, and so is a phone's keyboard. */
function useFirstField(isNew: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isMobile = useMobile();
  useEffect(() => {
    const first = form.current?.querySelector<HTMLInputElement>('[data-field] :is(input, textarea):not([disabled])');
    if (!isNew || isMobile || first === undefined || first === null || first.ariaHasPopup === 'dialog') return;
    // A panel beside a list focuses the marked field once it is open.
    first.dataset.autofocus = 'true';
    // A person who leaves the field empty has made no mistake yet, and an error would move the element being clicked.
    const ignoreEmpty = (event: FocusEvent) => {
      if (first.value === '') event.stopPropagation();
    };
    first.addEventListener('focusout', ignoreEmpty, { once: true });
    // A person who has opened the palette meanwhile goes on typing there.
    const dialog = document.activeElement?.closest('[role="dialog"]') ?? null;
    if (dialog === null || dialog.contains(first)) first.focus();
  }, [isNew, isMobile]);
  return form;
}

/** The form of a record that has been loaded or is new. */
export function RecordForm(props: RecordFormProps) {
  const { screen, mode, record, onDone } = props;
  const { entity } = screen;
  const edited = useRecordSave(props);
  const archive = useRecordArchive(entity, edited);
  const firstField = useFirstField(mode === 'add');
  const [beside, setBeside] = useState<'history' | 'notes' | null>(null);
  const { current, form, saving, readOnly } = edited;
  const findTitle = () => {
    if (current) return String(current[entity.title] ?? `${entity.one} ${current.id}`);
    return props.title ?? `${mode === 'copy' ? 'Copy' : 'Add'} ${inSentence(entity.one)}`;
  };
  const title = findTitle();
  const viewHref = useViewHref(screen, current);
  const listHref = useListHref(screen);
  // A phone's header has room for the title alone; there, the breadcrumb leads to the record's page.
  const isMobile = useMobile();
  const reset = () => {
    const undo = edited.reset();
    showSnackbar({ message: 'Your changes were undone.', action: { label: 'Undo', onClick: undo } });
  };
  const renderViewLink = () => {
    if (mode === 'edit' && viewHref !== undefined && !isMobile)
      return <Button href={viewHref}>View {inSentence(entity.one)}</Button>;
    return undefined;
  };
  return (
    <>
      {!onDone && <PageHeader title={title} action={renderViewLink()} />}
      <Form
        ref={firstField}
        className={classes.form}
        onSubmit={() => {
          if (form.canSubmit && !saving && !readOnly) void edited.save();
        }}
      >
        {!onDone && mode === 'edit' && current && <RecordCrumbs screen={screen} record={current} here="edit" />}
        <FormNotices screen={screen} edited={edited} />
        <FormSections screen={screen} form={form} readOnly={readOnly} record={current ?? record} />
        {screen.below?.(form.values, current)}
        <FormActions
          entity={entity}
          form={form}
          saving={saving}
          record={current}
          readOnly={readOnly}
          onReset={reset}
          onCancel={onDone && (() => onDone())}
          cancelHref={viewHref ?? listHref}
          onArchive={archive.setArchived}
          onHistory={() => setBeside('history')}
          onNotes={() => setBeside('notes')}
        />
      </Form>
      <FormDialogs
        screen={screen}
        edited={edited}
        historyOpen={beside === 'history'}
        onHistoryClose={() => setBeside(null)}
      />
      {current && (
        <NotesDrawer
          entity={entity}
          id={current.id}
          title={title}
          opened={beside === 'notes'}
          onClose={() => setBeside(null)}
        />
      )}
      {archive.dialog}
    </>
  );
}

export interface RecordFormPageProps {
  screen: RecordScreen;
  mode: FormMode;
  /** Initial values of a new record. */
  presets?: Values | undefined;
  title?: string | undefined;
  /** The record's id, where the path does not call it `id`. */
  id?: string | undefined;
}

/** The page for `add`, `edit/{id}` and `copy/{id}`. */
export function RecordFormPage({ screen, mode, presets, title, id: named }: RecordFormPageProps) {
  const { id } = useScreenParams();
  const wanted = mode === 'add' ? null : idOf(named ?? id);
  const { data, error, refetch } = useRecord(screen.entity, wanted);
  const inline = use(InlineFormContext);
  if (mode === 'add')
    return (
      <RecordForm
        screen={screen}
        mode={mode}
        title={title}
        record={null}
        presets={inline === null ? presets : { ...presets, ...inline.presets }}
        arePresetsTyped={inline !== null}
        onDone={inline?.onDone}
      />
    );
  if (error) return <RecordError entity={screen.entity} error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton />;
  return <RecordForm key={`${mode} ${data.id}`} screen={screen} mode={mode} record={data} />;
}
