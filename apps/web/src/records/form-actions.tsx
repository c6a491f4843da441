/** The bar under a form. It is always visible, and at the bottom of the screen on a phone. */

import { ActionIcon, Menu } from '@mantine/core';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconArchive, IconArchiveOff, IconDotsVertical, IconHistory, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { useMobile } from '../ui/use-mobile.ts';
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

interface Action {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

/** Why the button is disabled; empty if it is enabled. */
function hint(form: RecordFormState, readOnly: boolean): string {
  if (readOnly) return 'Read-only';
  if (!form.isChanged) return 'No changes';
  const wrong = Object.values(form.fields).filter((field) => !field.isHidden && !field.isValid).length;
  return wrong === 0 ? '' : wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`;
}

function actionsOf(
  { archivedAt, may }: RecordRow,
  { onArchive, onHistory, onNotes }: Pick<Props, 'onArchive' | 'onHistory' | 'onNotes'>,
): Action[] {
  const isArchived = archivedAt !== null;
  const Icon = isArchived ? IconArchiveOff : IconArchive;
  const archive = {
    label: isArchived ? 'Restore' : 'Archive',
    icon: <Icon size={18} aria-hidden />,
    onClick: () => void onArchive(!isArchived),
  };
  return [
    { label: 'Notes', icon: <IconNote size={18} aria-hidden />, onClick: onNotes },
    { label: 'History', icon: <IconHistory size={18} aria-hidden />, onClick: onHistory },
    ...(may.archive ? [archive] : []),
  ];
}

/** What else can be done with the record: beside each other, or in a menu where they would take a second row. */
function MoreActions({ actions }: { actions: readonly Action[] }) {
  const isMobile = useMobile();
  if (!isMobile)
    return (
      <span className={classes.barEnd}>
        {actions.map(({ label, icon, onClick }) => (
          <IconButton key={label} label={label} onClick={onClick}>
            {icon}
          </IconButton>
        ))}
      </span>
    );
  return (
    <span className={classes.barEnd}>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More">
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon, onClick }) => (
            <Menu.Item key={label} leftSection={icon} onClick={onClick}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
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
  const more = record === null ? [] : actionsOf(record, { onArchive, onHistory, onNotes });
  const wrong = Object.entries(form.fields).filter(([, field]) => !field.isHidden && !field.isValid);
  return (
    <div className={classes.bar} data-save-bar>
      {!readOnly && (
        <Button className={classes.save} kind="primary" type="submit" disabled={!form.canSubmit} loading={saving}>
          Save {inSentence(entity.one)}
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
      {record && <MoreActions actions={more} />}
    </div>
  );
}
