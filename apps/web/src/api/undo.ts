/** The undo of a change: offered with its message, and for the latest change by Ctrl/⌘ Z. */
import type { QueryClient } from '@tanstack/react-query';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { sayRefusal } from './say-refusal.ts';
import { metadataChanged } from './use-metadata.ts';

/** Shows that something was changed, with an undo as long as the message is shown. */
export function sayChanged(
  client: QueryClient,
  message: string,
  requestId: string | null,
  { keepOnNavigation = false }: { keepOnNavigation?: boolean } = {},
): void {
  showSnackbar({
    type: 'success',
    message,
    keepOnNavigation,
    ...(requestId !== null && { action: { label: 'Undo', onClick: () => void undoChange(client, requestId) } }),
  });
}

/** Takes back one change of the viewer, or the latest one, and says what was undone or why that is not possible. */
export async function undoChange(client: QueryClient, requestId?: string): Promise<void> {
  // Loaded when it is needed, because the first screen does without it.
  const [{ send }, { undoChange: call }] = await Promise.all([
    import('./calls.ts'),
    import('@signpost/contract/calls/undo.ts'),
  ]);
  try {
    const { data } = await send(call, { body: requestId === undefined ? {} : { requestId } });
    metadataChanged();
    showSnackbar({
      type: 'success',
      message: `${data.isRedo ? 'Redone' : 'Undone'}: ${data.what}.`,
      action: { label: data.isRedo ? 'Undo' : 'Redo', onClick: () => void undoChange(client, data.requestId) },
    });
    await client.invalidateQueries();
  } catch (error) {
    sayRefusal(error);
  }
}
