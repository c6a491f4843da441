import { useSetState } from '@mantine/hooks';
import { type Draft, useDraft } from './draft.ts';
import type { Typed } from './draft-store.ts';
import { copyValues, freshValues, valuesOf } from './form-values.ts';
import type { RecordRow, RecordScreen, Values } from './screen.ts';
import { type RecordFormState, useRecordForm } from './use-form.ts';

export type FormMode = 'add' | 'edit' | 'copy';

/** The record that a form opens with. */
export interface RecordFormStart {
  screen: RecordScreen;
  mode: FormMode;
  /** The record to edit or to copy; null for a new one. */
  record: RecordRow | null;
  /** Initial values of a new record. */
  presets?: Values | undefined;
  /** The presets were typed by the person, so they count as a change. */
  arePresetsTyped?: boolean | undefined;
}

function startValues({ screen, mode, record, presets }: RecordFormStart): Values {
  if (record === null) return { ...freshValues(screen.entity), ...presets };
  if (mode === 'copy') return copyValues(screen.entity, record);
  return valuesOf(screen.entity, record);
}

/** A record in a form: what is saved, what was typed since, and the version that this is based on. */
export interface EditedRecord {
  /** The saved record; null while it is new. */
  current: RecordRow | null;
  /** Whether this person may not change it. */
  readOnly: boolean;
  form: RecordFormState;
  draft: Draft;
  /** The version that the input is based on. */
  version: number;
  /** Shows a record as saved. `basedOn` is an older version if the input is kept and another person saved since. */
  keep: (saved: RecordRow, basedOn?: number) => void;
  /** Shows a record as saved, without any input. */
  show: (saved: RecordRow) => void;
  /** Takes back all input; returns a function that restores it. */
  reset: () => () => void;
  /** Restores a draft with the version it is based on, so that a version saved since then shows as a conflict. */
  takeUp: (draft: Typed) => void;
}

interface Saved {
  /** The saved record; null while it is new. */
  current: RecordRow | null;
  /** The version that the input is based on, if another person has saved a newer one since. */
  olderVersion: number | null;
}

export function useEditedRecord(start: RecordFormStart): EditedRecord {
  const { screen, mode, record } = start;
  const { entity } = screen;
  const [{ current, olderVersion }, set] = useSetState<Saved>({
    current: mode === 'edit' ? record : null,
    olderVersion: null,
  });
  const form = useRecordForm(entity, startValues(start), mode === 'copy' || start.arePresetsTyped === true);
  // An undo made a newer version than the one that was saved here. Input that is not saved keeps its own version.
  if (mode === 'edit' && record !== null && current !== null && record.version > current.version && !form.isChanged) {
    set({ current: record });
    form.reset(valuesOf(entity, record));
  }
  const version = olderVersion ?? current?.version ?? 0;
  const draft = useDraft(
    `${entity.name}:${mode}:${record?.id ?? 'new'}`,
    { version, base: form.base, values: form.values },
    form.isChanged,
  );
  return {
    current,
    readOnly: current !== null && !current.may.edit,
    form,
    draft,
    version,
    keep(saved, basedOn) {
      set((now) => ({ current: saved, olderVersion: basedOn ?? now.olderVersion }));
    },
    show(saved) {
      set({ current: saved, olderVersion: null });
      form.reset(valuesOf(entity, saved));
      draft.forget();
    },
    reset() {
      const typed = form.values;
      form.reset(current ? valuesOf(entity, current) : startValues(start));
      set({ olderVersion: null });
      draft.forget();
      return () => {
        form.fill(typed);
        set({ olderVersion });
      };
    },
    takeUp(found) {
      form.reset(found.base);
      form.fill(found.values);
      if (found.version !== current?.version) set({ olderVersion: found.version });
    },
  };
}
