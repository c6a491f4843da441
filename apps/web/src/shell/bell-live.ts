/**
 * Follows the unread count. A browser opens few connections to one server, so only one tab holds the stream and tells
 * the others.
 */
import { API_BASE, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { callKey } from '../api/calls.ts';
import { firstCalls } from '../api/first-screen.ts';
import { queryClient } from '../api/queries.ts';
import { forgetSession, getSession } from '../api/session.ts';

const AGAIN_MS = 5_000;
const UNAUTHORIZED = 401;

/** Follows the bell of a person until the signal aborts, and hands each new count over. */
export async function followBell(
  userId: number,
  signal: AbortSignal,
  setUnread: (unread: number) => void,
): Promise<void> {
  const others = new BroadcastChannel(`signpost.bell.${userId}`);
  let last: number | undefined;
  const show = (unread: unknown): void => {
    if (typeof unread !== 'number' || unread === last || signal.aborted) return;
    last = unread;
    setUnread(unread);
    void queryClient.invalidateQueries({ queryKey: callKey(firstCalls.listNotices) });
  };
  others.onmessage = ({ data }) => {
    // A new tab asks; the tab with the stream answers.
    if (data !== 'ask') show(data);
    else if (isLeading && last !== undefined) others.postMessage(last);
  };
  others.postMessage('ask');
  signal.addEventListener('abort', () => others.close());
  let isLeading = false;
  const lead = async () => {
    isLeading = true;
    while (!signal.aborted) {
      await readStream(signal, (unread) => {
        show(unread);
        if (!signal.aborted) others.postMessage(unread);
      });
      await pause(signal);
    }
  };
  // Locks only exist in secure contexts; elsewhere each tab holds its own stream.
  const { locks } = navigator as { locks?: LockManager };
  await (locks === undefined ? lead() : locks.request(`signpost.bell.${userId}`, { signal }, lead)).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
}

/** Reads one stream to its end, or until its connection is lost: the next one starts with the current count. */
async function readStream(signal: AbortSignal, told: (unread: number) => void): Promise<void> {
  try {
    const { path } = firstCalls.followNotices;
    const answer = await fetch(`${API_BASE}${path}`, {
      signal,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        [TICKET_HEADER]: TICKET_VALUE,
        authorization: `Bearer ${getSession()?.token ?? ''}`,
      },
    });
    if (answer.status === UNAUTHORIZED) forgetSession();
    if (!answer.ok || answer.body === null) return;
    let rest = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const unread = /^data: \{"unread":(\d+)\}$/m.exec(event)?.[1];
        if (unread !== undefined) told(Number(unread));
      }
    }
  } catch (error) {
    // `fetch` fails with a TypeError when there is no connection.
    if (!signal.aborted && !(error instanceof TypeError)) throw error;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
