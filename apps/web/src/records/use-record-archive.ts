import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayChanged } from '../api/undo.ts';
import { useRecordVerbs } from './api.ts';
import { valuesOf } from './form-values.ts';
import type { RecordRow } from './screen.ts';
import { useArchiving } from './use-archiving.tsx';
import type { EditedRecord } from './use-edited-record.ts';

export interface RecordArchive {
  /** Archives or restores the record of the form and keeps the input. */
  setArchived: (archived: boolean) => Promise<void>;
  /** The question before archiving, which the form must render. */
  dialog: ReactNode;
}

export function useRecordArchive(entity: EntityDefinition, edited: EditedRecord): RecordArchive {
  const client = useQueryClient();
  const verbs = useRecordVerbs(entity);
  const archiving = useArchiving(entity);
  const { current, form } = edited;

  async function setArchived(archived: boolean, record: RecordRow) {
    const isTyping = form.isChanged;
    const change = async () => {
      const { data: saved, requestId } = await (archived ? verbs.archive(record.id) : verbs.restore(record.id));
      // The input is based on the version before, so that saving it reports a version another person saved in between.
      edited.keep(saved, isTyping && saved.version !== record.version + 1 ? record.version : undefined);
      if (!isTyping) form.reset(valuesOf(entity, saved));
      sayChanged(client, archived ? `${entity.one} archived.` : `${entity.one} restored.`, requestId);
    };
    await (archived ? archiving.ask([record.id], String(record[entity.title]), change) : archiving.now(change));
  }

  return {
    setArchived: async (archived) => {
      if (current) await setArchived(archived, current);
    },
    dialog: archiving.dialog,
  };
}
