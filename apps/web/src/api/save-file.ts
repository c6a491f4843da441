import { downloadBlob } from '../ui/download.ts';
import { showSnackbar } from '../ui/snackbar.tsx';
import { request } from './client.ts';
import { ApiError } from './error.ts';

/** Asks for a file and gives it to the browser under a name; a refusal is shown to the person. */
export async function saveFile(path: string, name: string): Promise<void> {
  try {
    const { data } = await request<Blob>(path, { streamFile: true });
    downloadBlob(name, data);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = error.errors[0]?.message ?? error.message;
    showSnackbar({ type: 'error', message, errorId: error.requestId ?? undefined });
  }
}
