import { downloadBlob } from '../ui/download.ts';
import { request } from './client.ts';
import { sayRefusal } from './say-refusal.ts';

/** Asks for a file and gives it to the browser under a name; a refusal is shown to the person. */
export async function saveFile(path: string, name: string): Promise<void> {
  try {
    const { data } = await request<Blob>(path, { streamFile: true });
    downloadBlob(name, data);
  } catch (error) {
    sayRefusal(error);
  }
}
