/** Saving the record of a form: conflicts, refusals, lost answers, where to go next, and leaving without saving. */

import type { Viewer } from '@signpost/contract/access/access.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { recordRowSchema } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import type { RouteName } from '@signpost/contract/routes/index.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useGo } from '../address/use-go.ts';
import { ApiError } from '../api/error.ts';
import { errorDataOf } from '../api/error-data.ts';
import { useOnceKey } from '../api/once-key.ts';
import { useUser } from '../api/session.ts';
import { sayChanged } from '../api/undo.ts';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { useRecordVerbs } from './api.ts';
import { errorsBesideFields, visibleFields } from './form-fields.ts';
import { asksOnly } from './list-address.ts';
import { openRoute } from './open-route.ts';
import { plainHref, type RecordRow, recordHref, type Values } from './screen.ts';
import { type EditedRecord, type RecordFormStart, useEditedRecord } from './use-edited-record.ts';

export interface RecordFormProps extends RecordFormStart {
  /** The title of a new record's form, where it is not "Add" and the entity. */
  title?: string | undefined;
  /** For a form beside a list instead of on its own page: called when the form is done, with a new record. */
  onDone?: ((made?: RecordRow) => void) | undefined;
}

/** Leaving the form while something is unsaved. */
interface LeaveQuestion {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export interface RecordSave extends EditedRecord {
  saving: boolean;
  /** Saves the form, or these values over this version. */
  save: (values?: Values, version?: number) => Promise<void>;
  /** The version another person has saved since, until the conflict is resolved. */
  theirs: RecordRow | null;
  setTheirs: (theirs: RecordRow | null) => void;
  leaveQuestion: LeaveQuestion;
}

/**
 * The version another person has saved since, if the refusal contains it. The viewer's actions stay the same.
 */
function newerRecord(error: ApiError, known: RecordRow | null): RecordRow | null {
  const newer = errorDataOf(error, 'CONFLICT');
  if (known !== null && newer !== null && 'version' in newer) return { ...newer, may: known.may };
  return null;
}

/** The record that an earlier attempt with the same key has made already. */
function madeBefore(error: ApiError): RecordRow | null {
  return recordRowSchema.safeParse(errorDataOf(error, 'IDEMPOTENCY')).data ?? null;
}

/** The path to show a new record at: its form or view if they are open to this person, else the list. */
function pathAfterAdding(entity: EntityDefinition, viewer: Viewer, id: number): string {
  const { add, edit, view, list } = entity.routes;
  const isOpen = (name: RouteName | undefined) => openRoute(viewer, name);
  // A form for both adding and editing shows no message about the new record, so the list is opened.
  const own = isOpen(edit === add ? undefined : edit) ?? isOpen(view);
  const href = recordHref(entity, own, id) ?? plainHref(isOpen(list));
  return href?.slice(1) ?? '/';
}

/** Asks before unsaved input is lost, except while `leaving` says that the form is left on purpose. */
function useLeaveQuestion(
  { form, draft }: EditedRecord,
  leaving: { readonly current: boolean },
  isBesideList: boolean,
) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current: here, next }) =>
      form.isChanged && !leaving.current && !(isBesideList && asksOnly(here, next)),
    enableBeforeUnload: () => form.isChanged,
    withResolver: true,
  });
  return {
    isOpen: blocker.status === 'blocked',
    onStay: () => blocker.status === 'blocked' && blocker.reset(),
    onLeave() {
      if (blocker.status !== 'blocked') return;
      draft.forget();
      blocker.proceed();
    },
  };
}

export function useRecordSave(props: RecordFormProps): RecordSave {
  const { screen, onDone } = props;
  const { entity } = screen;
  const viewer = useUser();
  const client = useQueryClient();
  const verbs = useRecordVerbs(entity);
  const once = useOnceKey();
  const go = useGo();
  const edited = useEditedRecord(props);
  const { current, form, draft } = edited;
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<RecordRow | null>(null);
  // After a save the form is left on purpose, even though React has not rendered yet that nothing is unsaved.
  const leaving = useRef(false);
  const leaveQuestion = useLeaveQuestion(edited, leaving, onDone !== undefined);

  /** An earlier attempt was saved, but its answer was lost. Input since then is a change of that record. */
  function goOnWith(made: RecordRow, values: Values) {
    edited.show(made);
    form.fill(values);
    once.renew();
    showSnackbar({
      message: `This ${inSentence(entity.one)} was already saved as you first sent it. Save again to keep your later changes.`,
    });
  }

  function refuse(error: ApiError) {
    form.refuse(error.errors);
    const visible = screen.sections.flatMap((section) => visibleFields(viewer, screen, section, form.fields));
    const whole = errorsBesideFields(error.errors, visible);
    showSnackbar({
      type: 'error',
      message: [error.message, ...whole.map(({ message }) => message)].join(' '),
      errorId: error.requestId ?? undefined,
    });
  }

  async function finish({ data: saved, requestId }: { data: RecordRow; requestId: string | null }) {
    setTheirs(null);
    // Entries of a ledger are reversed instead.
    sayChanged(client, TEXT.success, entity.ledger ? null : requestId, { keepOnNavigation: true });
    if (current) {
      edited.show(saved);
      leaving.current = onDone !== undefined;
      onDone?.();
      return;
    }
    draft.forget();
    leaving.current = true;
    once.renew();
    if (onDone) onDone(saved);
    else await go({ path: pathAfterAdding(entity, viewer, saved.id), replace: true });
  }

  async function save(values: Values = form.values, version = edited.version) {
    setSaving(true);
    try {
      const saved = current
        ? await verbs.update(current.id, version, values)
        : await verbs.create(values, once.keyNow());
      await finish(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const conflicting = newerRecord(error, current);
      const made = madeBefore(error);
      if (conflicting) setTheirs(conflicting);
      else if (made) goOnWith(made, values);
      else refuse(error);
    } finally {
      setSaving(false);
    }
  }

  return { ...edited, saving, save, theirs, setTheirs, leaveQuestion };
}
