import type { FILE } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallInput } from '@signpost/contract/calls/define-call.ts';
import { downloadBlob, showBlob } from '../ui/download.ts';
import { send } from './calls.ts';
import { sayRefusal } from './say-refusal.ts';

/** A call that answers with a file. */
type FileCall = AnyCall & { answer: typeof FILE };

async function fetchFile<C extends FileCall>(call: C, input: CallInput<C>): Promise<Blob> {
  const { data }: { data: unknown } = await send(call, input);
  if (!(data instanceof Blob)) throw new TypeError('The answer is not a file.');
  return data;
}

/** Fetches a file and saves it under a name; shows the error if the server refuses. */
export async function saveFile<C extends FileCall>(call: C, input: CallInput<C>, name: string): Promise<void> {
  try {
    downloadBlob(name, await fetchFile(call, input));
  } catch (error) {
    sayRefusal(error);
  }
}

/** Fetches a file and shows it in a new tab; shows the error here if the server refuses. */
export async function openFile<C extends FileCall>(call: C, input: CallInput<C>): Promise<void> {
  // Opened before the answer, because browsers only allow it in direct reaction to a click.
  const tab = window.open('', '_blank');
  try {
    showBlob(await fetchFile(call, input), tab);
  } catch (error) {
    tab?.close();
    sayRefusal(error);
  }
}
