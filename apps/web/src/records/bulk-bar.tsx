/** The actions for selected rows; each can be undone. */

import { useSetState } from '@mantine/hooks';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { initialValue } from '@signpost/contract/define/parse.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import { IconArchive, IconEdit, IconTag } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/error.ts';
import { sayChanged } from '../api/undo.ts';
import { ReferencesInput } from '../fields/reference-input.tsx';
import { Button } from '../ui/button.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { DrawerButton } from '../ui/layout/dialog-button.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import { plural } from '../ui/values/plural.ts';
import { useRecordVerbs } from './api.ts';
import classes from './records.module.css';
import type { RecordRow, RecordScreen } from './screen.ts';
import { useArchiving } from './use-archiving.tsx';
import { Widget } from './widget.tsx';

const EDITABLE = new Set(['choice', 'toggle', 'reference', 'references', 'text', 'integer', 'decimal', 'date']);

interface Props {
  screen: RecordScreen;
  rows: readonly RecordRow[];
  archived: boolean;
  onDone: () => void;
}

function refusalText(entity: EntityDefinition, error: ApiError, rows: readonly RecordRow[]): string {
  const [first] = error.errors;
  const [id = '', field = ''] = first?.path.split('.') ?? [];
  const row = rows.find((one) => String(one.id) === id);
  if (!first) return error.message;
  const at = [row ? String(row[entity.title]) : `#${id}`, entity.fields[field]?.label ?? field].filter(Boolean);
  return `Nothing was changed. ${at.join(', ')}: ${first.message}`;
}

/** The name of the field that holds an entity's tags, if it has one. */
const tagFieldOf = ({ fields }: EntityDefinition) =>
  Object.entries(fields).find(([, field]) => field.kind === 'tags')?.[0];

/** Changes the rows at once, shows a message and offers an undo. */
function useBulkChange({ screen: { entity }, rows, archived, onDone }: Props) {
  const client = useQueryClient();
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  const ids = rows.map(({ id }) => id);
  const many = `${rows.length} ${plural(rows.length, inSentence(entity.one), inSentence(entity.many))}`;

  async function apply(change: BulkChange, said: string) {
    try {
      const { requestId } = await verbs.bulk(change);
      onDone();
      sayChanged(client, said, requestId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showSnackbar({ type: 'error', message: refusalText(entity, error, rows), errorId: error.requestId ?? undefined });
    }
  }

  return {
    many,
    tagField: tagFieldOf(entity),
    archiveDialog: archiving.dialog,
    archive() {
      const action = archived ? 'restore' : 'archive';
      const go = () => apply({ action, ids }, `${many} ${action}d.`);
      if (archived) return go();
      return archiving.ask(ids, many, go);
    },
    tag: (tagIds: number[]) => apply({ action: 'tag', ids, tagIds }, `${many} tagged.`),
    edit: (field: string, value: unknown) =>
      apply({ action: 'edit', ids, values: { [field]: value } }, `${many} changed.`),
  };
}

interface DialogProps {
  opened: boolean;
  many: string;
  onClose: () => void;
}

function TagDialog({ opened, many, onClose, onTag }: DialogProps & { onTag: (ids: number[]) => Promise<void> }) {
  const [tags, setTags] = useState<number[]>([]);
  return (
    <FormDialog
      opened={opened}
      title={`Tag ${many}`}
      submitLabel={`Tag ${many}`}
      canSubmit={tags.length > 0}
      onSubmit={() => void onTag(tags)}
      onCancel={onClose}
    >
      <ReferencesInput label="Tags to add" to="tag" value={tags} onChange={setTags} />
    </FormDialog>
  );
}

interface EditDialogProps extends DialogProps {
  entity: EntityDefinition;
  onEdit: (field: string, value: unknown) => Promise<void>;
}

/** Sets one field of all rows. */
function EditDialog({ opened, many, onClose, entity, onEdit }: EditDialogProps) {
  const [{ name, value }, set] = useSetState<{ name: string | null; value: unknown }>({ name: null, value: null });
  const field = name === null ? undefined : entity.fields[name];
  const editable = Object.entries(entity.fields).filter(
    ([key, one]) =>
      EDITABLE.has(one.kind) && !one.readOnly && !(one.kind === 'text' && one.unique) && key !== entity.title,
  );
  return (
    <FormDialog
      opened={opened}
      title={`Change ${many}`}
      submitLabel={`Change ${many}`}
      canSubmit={field !== undefined}
      onSubmit={() => name !== null && void onEdit(name, value)}
      onCancel={onClose}
    >
      <div className={classes.filterPanel}>
        <Choice
          label="Field"
          value={name}
          onChange={(next) => {
            const chosen = next === null ? undefined : entity.fields[next];
            set({ name: next, value: chosen ? initialValue(chosen) : null });
          }}
          options={editable.map(([key, one]) => ({ value: key, label: one.label }))}
        />
        {field && field.kind !== 'rows' && (
          <Widget
            name="bulk"
            field={field}
            value={value}
            onChange={(next) => set({ value: next })}
            errors={[]}
            values={{}}
          />
        )}
      </div>
    </FormDialog>
  );
}

export function BulkBar(props: Props) {
  const { screen, rows, archived, onDone } = props;
  const bulk = useBulkChange(props);
  return (
    <div className={classes.bulk} role="toolbar" aria-label="Selected rows">
      <span>
        <strong>{rows.length}</strong> selected
      </span>
      {!archived && (
        <DrawerButton
          icon={<IconEdit size={16} aria-hidden />}
          drawer={(state) => <EditDialog {...state} many={bulk.many} entity={screen.entity} onEdit={bulk.edit} />}
        >
          Edit…
        </DrawerButton>
      )}
      {!archived && bulk.tagField && (
        <DrawerButton
          icon={<IconTag size={16} aria-hidden />}
          drawer={(state) => <TagDialog {...state} many={bulk.many} onTag={bulk.tag} />}
        >
          Tag…
        </DrawerButton>
      )}
      <Button icon={<IconArchive size={16} aria-hidden />} onClick={() => void bulk.archive()}>
        {archived ? 'Restore' : 'Archive'}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Clear selection
      </Button>
      {bulk.archiveDialog}
    </div>
  );
}
