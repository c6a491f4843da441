/** The draft on the screen, whether it differs from what is stored, and saving it. */
import { useSetState } from '@mantine/hooks';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { useMutation } from '@tanstack/react-query';
import { useGo } from '../../../address/use-go.ts';
import { ApiError } from '../../../api/error.ts';
import { useOnceKey } from '../../../api/once-key.ts';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { useRecordVerbs } from '../../../records/api.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { type Draft, valuesOf } from './draft.ts';

export interface SavedMail {
  id: number;
  version: number;
}

interface DraftState {
  draft: Draft;
  /** The draft as it was saved last. */
  stored: Draft;
  mail: SavedMail | null;
  errors: readonly { path: string; message: string }[];
}

export function useDraft(start: Draft, saved: SavedMail | null) {
  const go = useGo();
  const verbs = useRecordVerbs(publisherMail);
  const [{ draft, stored, mail, errors }, set] = useSetState<DraftState>({
    draft: start,
    stored: start,
    mail: saved,
    errors: [],
  });
  const { keyNow } = useOnceKey();
  const save = useMutation({
    async mutationFn(_how: { isSaid: boolean }): Promise<SavedMail> {
      const values = valuesOf(draft);
      const { data } =
        mail === null ? await verbs.create(values, keyNow()) : await verbs.update(mail.id, mail.version, values);
      return { id: data.id, version: data.version };
    },
    onSuccess(next, { isSaid }) {
      set({ errors: [], stored: draft, mail: next });
      if (!isSaid) return;
      showSnackbar({ type: 'success', message: 'The draft is saved.' });
      if (mail === null) void go({ search: { mail: next.id }, replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && error.errors.length > 0) set({ errors: error.errors });
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
    set: (change: Partial<Draft>) => set((now) => ({ errors: [], draft: { ...now.draft, ...change } })),
    errorsAt: (path: string) => errors.filter((one) => one.path === path).map(({ message }) => message),
  };
}
