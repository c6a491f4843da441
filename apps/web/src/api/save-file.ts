import { downloadBlob } from '../ui/download.ts';
import { request } from './client.ts';
import { sayRefusal } from './say-refusal.ts';

/** Fetches a file and saves it under a name; shows the error if the server refuses. */
export async function saveFile(path: string, name: string): Promise<void> {
  try {
    const { data } = await request<Blob>(path, { streamFile: true });
    downloadBlob(name, data);
  } catch (error) {
    sayRefusal(error);
  }
}
