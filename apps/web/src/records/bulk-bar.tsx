/** The actions for selected rows; each can be undone. */

import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { initialValue } from '@signpost/contract/define/parse.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import type { BulkChange } from '@signpost/contract/records/bulk.ts';
import { IconArchive, IconEdit, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../api/error.ts';
import { ReferencesInput } from '../fields/reference-input.tsx';
import { Button } from '../ui/button.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
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

export function BulkBar({ screen, rows, archived, onDone }: Props) {
  const { entity } = screen;
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  const [dialog, setDialog] = useState<'tag' | 'edit' | null>(null);
  const [tags, setTags] = useState<number[]>([]);
  const [name, setName] = useState<string | null>(null);
  const [value, setValue] = useState<unknown>(null);
  const ids = rows.map(({ id }) => id);
  const tagField = Object.entries(entity.fields).find(([, field]) => field.kind === 'tags')?.[0];
  const field = name === null ? undefined : entity.fields[name];
  const many = `${rows.length} ${rows.length === 1 ? inSentence(entity.one) : inSentence(entity.many)}`;

  async function apply(change: BulkChange, said: string, undo: () => Promise<unknown>) {
    try {
      await verbs.bulk(change);
      setDialog(null);
      onDone();
      showSnackbar({ type: 'success', message: said, action: { label: 'Undo', onClick: () => void undo() } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showSnackbar({ type: 'error', message: refusalText(entity, error, rows), errorId: error.requestId ?? undefined });
    }
  }

  const archive = () => {
    const back = archived ? 'archive' : 'restore';
    const go = () =>
      apply({ action: archived ? 'restore' : 'archive', ids }, `${many} ${archived ? 'restored' : 'archived'}.`, () =>
        verbs.bulk({ action: back, ids }),
      );
    return archived ? go() : archiving.ask(ids, many, go);
  };
  const tag = () => {
    // Undo removes the tags only from rows that did not have them before.
    const fresh = tags.map((id) => ({
      id,
      rows: rows.filter((row) => !(row[tagField ?? ''] as number[]).includes(id)).map((row) => row.id),
    }));
    return apply({ action: 'tag', ids, tagIds: tags }, `${many} tagged.`, () =>
      Promise.all(
        fresh
          .filter((one) => one.rows.length > 0)
          .map((one) => verbs.bulk({ action: 'untag', ids: one.rows, tagIds: [one.id] })),
      ),
    );
  };
  const edit = () => {
    const field = name ?? '';
    const before = rows.map((row) => ({ id: row.id, was: row[field] ?? null }));
    return apply({ action: 'edit', ids, values: { [field]: value } }, `${many} changed.`, async () => {
      for (const { id, was } of before) await verbs.bulk({ action: 'edit', ids: [id], values: { [field]: was } });
    });
  };

  return (
    <div className={classes.bulk} role="toolbar" aria-label="Selected rows">
      <span>
        <strong>{rows.length}</strong> selected
      </span>
      {!archived && (
        <Button icon={<IconEdit size={16} aria-hidden />} onClick={() => setDialog('edit')}>
          Edit…
        </Button>
      )}
      {!archived && tagField && (
        <Button icon={<IconTag size={16} aria-hidden />} onClick={() => setDialog('tag')}>
          Tag…
        </Button>
      )}
      <Button icon={<IconArchive size={16} aria-hidden />} onClick={() => void archive()}>
        {archived ? 'Restore' : 'Archive'}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Clear selection
      </Button>
      {archiving.dialog}
      <FormDialog
        opened={dialog === 'tag'}
        title={`Tag ${many}`}
        submitLabel={`Tag ${many}`}
        canSubmit={tags.length > 0}
        onSubmit={() => void tag()}
        onCancel={() => setDialog(null)}
      >
        <ReferencesInput label="Tags to add" to="tag" value={tags} onChange={setTags} />
      </FormDialog>
      <FormDialog
        opened={dialog === 'edit'}
        title={`Change ${many}`}
        submitLabel={`Change ${many}`}
        canSubmit={field !== undefined}
        onSubmit={() => void edit()}
        onCancel={() => setDialog(null)}
      >
        <div className={classes.filterPanel}>
          <Choice
            label="Field"
            value={name}
            onChange={(next) => {
              setName(next);
              const chosen = next === null ? undefined : entity.fields[next];
              setValue(chosen ? initialValue(chosen) : null);
            }}
            options={Object.entries(entity.fields)
              .filter(
                ([key, one]) =>
                  EDITABLE.has(one.kind) &&
                  !one.readOnly &&
                  !(one.kind === 'text' && one.unique) &&
                  key !== entity.title,
              )
              .map(([key, one]) => ({ value: key, label: one.label }))}
          />
          {field && field.kind !== 'rows' && (
            <Widget name="bulk" field={field} value={value} onChange={setValue} errors={[]} values={{}} />
          )}
        </div>
      </FormDialog>
    </div>
  );
}
