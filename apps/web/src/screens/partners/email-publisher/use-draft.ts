/** The draft on the screen, whether it differs from what is stored, and saving it. */
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGo } from '../../../address/use-go.ts';
import { ApiError } from '../../../api/error.ts';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { useRecordVerbs } from '../../../records/api.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { newId } from '../../../ui/new-id.ts';
import { type Draft, valuesOf } from './draft.ts';

export interface SavedMail {
  id: number;
  version: number;
}

export function useDraft(start: Draft, saved: SavedMail | null) {
  const go = useGo();
  const verbs = useRecordVerbs(publisherMail);
  const [draft, setDraft] = useState(start);
  const [stored, setStored] = useState(start);
  const [mail, setMail] = useState(saved);
  const [errors, setErrors] = useState<readonly { path: string; message: string }[]>([]);
  const [key] = useState(newId);
  const save = useMutation({
    async mutationFn(_how: { isSaid: boolean }): Promise<SavedMail> {
      const values = valuesOf(draft);
      const { data } =
        mail === null ? await verbs.create(values, key) : await verbs.update(mail.id, mail.version, values);
      return { id: data.id, version: data.version };
    },
    onSuccess(next, { isSaid }) {
      setErrors([]);
      setStored(draft);
      setMail(next);
      if (!isSaid) return;
      showSnackbar({ type: 'success', message: 'The draft is saved.' });
      if (mail === null) void go({ search: { mail: next.id }, replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && error.errors.length > 0) setErrors(error.errors);
      if (error instanceof ApiError) sayRefusal(error);
      else showSnackbar({ type: 'error', message: error.message });
    },
  });
  const archive = useMutation({
    mutationFn: (id: number) => verbs.archive(id),
    onSuccess(_, id) {
      showSnackbar({
        type: 'success',
        message: 'The draft is archived.',
        action: { label: 'Undo', onClick: () => void verbs.restore(id) },
      });
      void go({ search: {} });
    },
    onError: (error) => {
      if (error instanceof ApiError) return sayRefusal(error);
      return undefined;
    },
  });
  return {
    archive,
    draft,
    mail,
    save,
    isChanged: JSON.stringify(draft) !== JSON.stringify(stored),
    set: (change: Partial<Draft>) => {
      setErrors([]);
      setDraft((now) => ({ ...now, ...change }));
    },
    errorsAt: (path: string) => errors.filter((one) => one.path === path).map(({ message }) => message),
  };
}
