import type { FILE } from '@signpost/contract/calls/call-head.ts';
import type { AnyCall, CallInput } from '@signpost/contract/calls/define-call.ts';
import { downloadBlob } from '../ui/download.ts';
import { send } from './calls.ts';
import { sayRefusal } from './say-refusal.ts';

/** A call that answers with a file. */
type FileCall = AnyCall & { answer: typeof FILE };

/** Fetches a file and saves it under a name; shows the error if the server refuses. */
export async function saveFile<C extends FileCall>(call: C, input: CallInput<C>, name: string): Promise<void> {
  try {
    const { data }: { data: unknown } = await send(call, input);
    if (!(data instanceof Blob)) throw new TypeError('The answer is not a file.');
    downloadBlob(name, data);
  } catch (error) {
    sayRefusal(error);
  }
}
