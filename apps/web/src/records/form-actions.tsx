/** The bar under a form. It is always visible, and at the bottom of the screen on a phone. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconArchive, IconArchiveOff, IconHistory, IconNote } from '@tabler/icons-react';
import { Button, IconButton } from '../ui/button.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import classes from './records.module.css';
import { plainHref, type RecordRow } from './screen.ts';
import type { RecordFormState } from './use-form.ts';

interface Props {
  entity: EntityDefinition;
  form: RecordFormState;
  saving: boolean;
  record: RecordRow | null;
  readOnly: boolean;
  onReset: () => void;
  /** Leaves a form beside a list; a form on its own page links to the list. */
  onCancel: (() => void) | undefined;
  onArchive: (archived: boolean) => Promise<void>;
  onHistory: () => void;
  onNotes: () => void;
}

/** Why the button is disabled; empty if it is enabled. */
function hint(form: RecordFormState, readOnly: boolean): string {
  if (readOnly) return 'Read-only';
  if (!form.isChanged) return 'No changes';
  const wrong = Object.values(form.fields).filter((field) => !field.isHidden && !field.isValid).length;
  return wrong === 0 ? '' : wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`;
}

export function FormActions({
  entity,
  form,
  saving,
  record,
  readOnly,
  onReset,
  onCancel,
  onArchive,
  onHistory,
  onNotes,
}: Props) {
  const isMobile = useMobile();
  const cancelHref = plainHref(entity.routes.list);
  const archived = record?.archivedAt !== null && record !== null;
  const wrong = Object.entries(form.fields).filter(([, field]) => !field.isHidden && !field.isValid);
  return (
    <div className={classes.bar} data-save-bar>
      {!readOnly && (
        <Button kind="primary" type="submit" disabled={!form.canSubmit} loading={saving}>
          Save {inSentence(entity.one)}
        </Button>
      )}
      {isMobile && (onCancel !== undefined || cancelHref !== undefined) && (
        <Button href={onCancel === undefined ? cancelHref : undefined} onClick={onCancel}>
          {TEXT.cancel}
        </Button>
      )}
      {!readOnly && (
        <Button disabled={!form.isChanged || saving} onClick={onReset}>
          Reset
        </Button>
      )}
      <span className={classes.hint} role="status">
        {hint(form, readOnly)}
        {form.isChanged && wrong.length > 0 && !readOnly && (
          <button
            type="button"
            className={classes.show}
            onClick={() => {
              for (const [name] of wrong) form.touch(name);
              document.querySelector(`[data-field="${wrong[0]?.[0]}"]`)?.scrollIntoView({ block: 'center' });
            }}
          >
            Show
          </button>
        )}
      </span>
      {record && (
        <span className={classes.barEnd}>
          <IconButton label="Notes" onClick={onNotes}>
            <IconNote size={18} aria-hidden />
          </IconButton>
          <IconButton label="History" onClick={onHistory}>
            <IconHistory size={18} aria-hidden />
          </IconButton>
          {record.may.archive && (
            <IconButton label={archived ? 'Restore' : 'Archive'} onClick={() => void onArchive(!archived)}>
              {archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
            </IconButton>
          )}
        </span>
      )}
    </div>
  );
}
