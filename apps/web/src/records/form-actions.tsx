/** The bar under a form. It is always visible, and at the bottom of the screen on a phone. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconArchive, IconArchiveOff, IconHistory, IconNote } from '@tabler/icons-react';
import { Button, IconButton } from '../ui/button.tsx';
import { ActionMenu } from '../ui/data-table/action-menu.tsx';
import type { RowAction } from '../ui/data-table/types.ts';
import { useMobile } from '../ui/use-mobile.ts';
import { listOf } from '../ui/values/list-of.ts';
import { plural } from '../ui/values/plural.ts';
import classes from './records.module.css';
import type { RecordRow } from './screen.ts';
import type { RecordFormState } from './use-form.ts';

interface Props {
  entity: EntityDefinition;
  form: RecordFormState;
  saving: boolean;
  record: RecordRow | null;
  readOnly: boolean;
  onReset: () => void;
  /** Leaves a form beside a list. */
  onCancel: (() => void) | undefined;
  /** Where a form on its own page leads back to. */
  cancelHref: string | undefined;
  onArchive: (archived: boolean) => Promise<void>;
  onHistory: () => void;
  onNotes: () => void;
}

/** Why the button is disabled; empty if it is enabled. */
function hint(form: RecordFormState, readOnly: boolean): string {
  if (readOnly) return 'Read-only';
  if (!form.isChanged) return 'No changes';
  const wrong = Object.values(form.fields).filter((field) => !field.isHidden && !field.isValid).length;
  if (wrong === 0) return '';
  return `${wrong} ${plural(wrong, 'field')} to correct`;
}

function actionsOf(
  { archivedAt, may }: RecordRow,
  { onArchive, onHistory, onNotes }: Pick<Props, 'onArchive' | 'onHistory' | 'onNotes'>,
): RowAction[] {
  const isArchived = archivedAt !== null;
  const Icon = isArchived ? IconArchiveOff : IconArchive;
  const archive = {
    id: 'archive',
    label: isArchived ? 'Restore' : 'Archive',
    icon: <Icon size={18} aria-hidden />,
    onClick: () => void onArchive(!isArchived),
  };
  return listOf(
    { id: 'notes', label: 'Notes', icon: <IconNote size={18} aria-hidden />, onClick: onNotes },
    { id: 'history', label: 'History', icon: <IconHistory size={18} aria-hidden />, onClick: onHistory },
    may.archive && archive,
  );
}

/** The other actions on the record: beside each other, or in a menu where they would need a second row. */
function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  const isMobile = useMobile();
  const renderActions = () => {
    if (isMobile) return <ActionMenu label="More" actions={actions} position="top-end" />;
    return actions.map(({ id, label, icon, onClick }) => (
      <IconButton key={id} label={label} onClick={onClick}>
        {icon}
      </IconButton>
    ));
  };
  return <span className={classes.barEnd}>{renderActions()}</span>;
}

export function FormActions({
  entity,
  form,
  saving,
  record,
  readOnly,
  onReset,
  onCancel,
  cancelHref,
  onArchive,
  onHistory,
  onNotes,
}: Props) {
  const wrong = Object.entries(form.fields).filter(([, field]) => !field.isHidden && !field.isValid);
  return (
    <div className={classes.bar} data-save-bar>
      {!readOnly && (
        <Button kind="primary" type="submit" disabled={!form.canSubmit} loading={saving}>
          Save<span className={classes.kind}>&nbsp;{inSentence(entity.one)}</span>
        </Button>
      )}
      {(onCancel !== undefined || cancelHref !== undefined) && (
        <Button kind="quiet" href={onCancel === undefined ? cancelHref : undefined} onClick={onCancel}>
          {TEXT.cancel}
        </Button>
      )}
      {!readOnly && (
        <Button disabled={!form.isChanged || saving} onClick={onReset}>
          Reset
        </Button>
      )}
      <span className={classes.hint} data-unchanged={(!form.isChanged && !readOnly) || undefined} role="status">
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
      {record && <MoreActions actions={actionsOf(record, { onArchive, onHistory, onNotes })} />}
    </div>
  );
}
