/** The facts behind a question, page by page or live. */

import { useSetState } from '@mantine/hooks';
import { followFacts, listFacts } from '@signpost/contract/calls/facts.ts';
import { API_BASE, TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { type FactView, factViewSchema } from '@signpost/contract/insight/stats/facts.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import { useEffect } from 'react';
import { addressOf, useCallWithMeta } from '../../../api/calls.ts';
import { toError } from '../../../api/error-id.ts';
import { getSession } from '../../../api/session.ts';
import type { Search } from '../../../stats/question-parts.ts';

export function useFacts(search: Search, enabled: boolean) {
  return useCallWithMeta(listFacts, { query: search }, { keepsPrevious: true, enabled });
}

const KEPT = 500;

/**
 * Reads `event: facts` from a stream of server-sent events. It uses fetch, because an EventSource cannot send the
 * session.
 */
async function follow(question: string, signal: AbortSignal, told: (facts: FactView[]) => void): Promise<void> {
  const address = `${question}&${buildQuery({ since: new Date().toISOString() })}`;
  const answer = await fetch(`${API_BASE}${address}`, {
    signal,
    headers: { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${getSession()?.token ?? ''}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`The live tail answered ${answer.status}.`);
  let rest = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) told(factViewSchema.array().parse(JSON.parse(data.slice(6))));
    }
  }
}

interface Tail {
  facts: readonly FactView[];
  problem: string | null;
}

const NOTHING_YET: Tail = { facts: [], problem: null };

/** New facts as they are recorded, newest first, since watching was switched on. */
export function useLiveFacts(search: Search, on: boolean): Tail {
  const [tail, set] = useSetState<Tail>(NOTHING_YET);
  // Only the question is part of the key; the time to start from is added when the request is sent.
  const question = addressOf(followFacts, { query: { ...search, since: '' } });
  useEffect(() => {
    if (!on) return;
    const gone = new AbortController();
    set(NOTHING_YET);
    follow(question, gone.signal, (fresh) =>
      set(({ facts }) => ({ facts: [...fresh.toReversed(), ...facts].slice(0, KEPT) })),
    ).catch((error: unknown) => {
      if (!gone.signal.aborted) set({ problem: toError(error).message });
    });
    return () => gone.abort();
  }, [question, on, set]);
  return tail;
}
