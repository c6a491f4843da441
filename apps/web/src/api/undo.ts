/** The undo of a change: offered with its message, and for the latest change by Ctrl/⌘ Z. */
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { closeSnackbar, showSnackbar } from '../ui/feedback/snackbar.tsx';
import { formatAgo } from '../ui/values/format.ts';
import { ApiError } from './error.ts';
import { lastWriteId } from './last-write.ts';
import { hasUnsaved } from './unsaved.ts';
import { metadataChanged } from './use-metadata.ts';

/** The messages that offer the undo of a change, by the change. */
const offers = new Map<string, string>();

const TO_LIST = {
  label: 'My last changes',
  onClick: () => {
    window.location.hash = hashHref(path.profile());
  },
};

/** Shows that something was changed, with an undo as long as the message is shown. */
export function sayChanged(
  client: QueryClient,
  message: string,
  requestId: string | null,
  { keepOnNavigation = false }: { keepOnNavigation?: boolean } = {},
): void {
  offerUndo(client, { message, requestId, label: 'Undo', keepOnNavigation });
}

interface Offer {
  message: string;
  requestId: string | null;
  label: 'Undo' | 'Redo';
  keepOnNavigation: boolean;
}

function offerUndo(client: QueryClient, { message, requestId, label, keepOnNavigation }: Offer): void {
  const id = showSnackbar({
    type: 'success',
    message,
    keepOnNavigation,
    ...(requestId !== null && { action: { label, onClick: () => void undoChange(client, requestId) } }),
  });
  if (requestId !== null) offers.set(requestId, id);
}

/** Loaded when they are needed, because the first screen does without them. */
const loadCalls = async () => {
  const [{ send }, calls] = await Promise.all([import('./calls.ts'), import('@signpost/contract/calls/undo.ts')]);
  return { send, ...calls };
};

/** Takes back one change of the viewer, and says what was undone or why that is not possible. */
export async function undoChange(client: QueryClient, requestId: string): Promise<void> {
  try {
    const { send, undoChange: call } = await loadCalls();
    const { data } = await send(call, { body: { requestId } });
    const offer = offers.get(requestId);
    if (offer !== undefined) closeSnackbar(offer);
    offers.delete(requestId);
    metadataChanged();
    offerUndo(client, {
      message: `${data.isRedo ? 'Redone' : 'Undone'}: ${data.what}.`,
      requestId: data.requestId,
      label: data.isRedo ? 'Undo' : 'Redo',
      keepOnNavigation: false,
    });
    await client.invalidateQueries();
  } catch (error) {
    sayWhyNot(error);
  }
}

function sayWhyNot(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  showSnackbar({ type: 'error', message: error.reason, errorId: error.requestId ?? undefined, action: TO_LIST });
}

const UNSAVED =
  'This form has input that is not saved, so the keys changed nothing. Save or reset it, then press them again.';
const NOTHING = 'You have made no change that could be undone.';
/** A change that is older than this is named before it is taken back. */
const RECENT_MS = 10 * 60_000;

/**
 * The action of Ctrl/⌘ Z outside of fields. It takes back the viewer's latest change at once if that is recent and the
 * last thing that was done in this tab. Otherwise it first names the change and asks.
 */
export async function undoByKeys(client: QueryClient): Promise<void> {
  if (hasUnsaved()) {
    showSnackbar({ message: UNSAVED });
    return;
  }
  try {
    const [{ send, readLatestChange }, { changeInWords }] = await Promise.all([
      loadCalls(),
      import('@signpost/contract/records/change-words.ts'),
    ]);
    const { data: change } = await send(readLatestChange, {});
    if (change === null) {
      showSnackbar({ message: NOTHING });
      return;
    }
    const { requestId, at, refusal } = change;
    if (refusal !== null) {
      showSnackbar({ type: 'error', message: `${changeInWords(change)}: ${refusal}`, action: TO_LIST });
      return;
    }
    if (requestId === lastWriteId() && Date.now() - Date.parse(at) < RECENT_MS) {
      await undoChange(client, requestId);
      return;
    }
    showSnackbar({
      message: `Undo your last change? ${changeInWords(change)}, ${formatAgo(at, Date.now())}.`,
      action: { label: 'Undo it', onClick: () => void undoChange(client, requestId) },
    });
  } catch (error) {
    sayWhyNot(error);
  }
}
