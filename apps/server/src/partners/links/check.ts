/** Checks many links: hosts at the same time, the links of one host one after the other, each address once. */

import { carriesClickId, fillMacros } from '@signpost/contract/reading/macros.ts';
import type { Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { newId } from '../../platform/ids.ts';
import { learn, NOTHING_KNOWN, verdictOf } from './engine/decide.ts';
import { type Look, look } from './engine/look.ts';
import { LONGEST_WAIT_MS, type Polite } from './polite.ts';

export type Checked = Omit<Look, 'kind' | 'observations' | 'retryAt'> & { verdict: Verdict };

export interface CheckInput {
  polite: Polite;
  /** The name and the address of our checker, for the hosts that it visits. */
  agent: string;
  urls: readonly string[];
  /** Called once per address, as soon as it is known. */
  onChecked: (url: string, checked: Checked) => Promise<void>;
  now: () => Date;
}

/** Works through all addresses. Rejects when the run is cancelled. */
export async function checkAll(input: CheckInput): Promise<void> {
  const byHost = Map.groupBy(new Set(input.urls), (url) => hostOf(url));
  await Promise.all([...byHost.values()].map((urls) => checkHost(input, urls)));
}

/** The headers of a visit; hosts learn who visits them. */
export const headersOf = (agent: string) => ({
  'user-agent': agent,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
});

export const hostOf = (url: string): string => URL.parse(filled(url, ''))?.host ?? '';

async function checkHost(input: CheckInput, urls: readonly string[]): Promise<void> {
  for (const [first = '', ...others] of Map.groupBy(urls, plainOf).values()) {
    const checked = await checkOne(input, first);
    for (const url of [first, ...others]) await input.onChecked(url, checked);
  }
}

/** The same for all spellings of an address: capitals of scheme and host, an empty path, a part after #. */
function plainOf(url: string): string {
  const parsed = URL.parse(filled(url, 'signpost-click-id'));
  if (parsed === null) return url;
  // The part after # never reaches a server.
  parsed.hash = '';
  return parsed.href;
}

async function checkOne({ polite, agent, now }: CheckInput, url: string): Promise<Checked> {
  const clickId = carriesClickId(url) ? newId() : null;
  const start = filled(url, clickId ?? '');
  const heldUntil = polite.heldUntil(hostOf(url));
  if (heldUntil !== null && heldUntil.getTime() - now().getTime() > LONGEST_WAIT_MS) return heldBack(start, heldUntil);
  const headers = headersOf(agent);
  const {
    kind,
    observations,
    retryAt: _retryAt,
    ...found
  } = await look({ send: polite.send, headers, clickId }, start, now);
  return { ...found, verdict: verdictOf(learn(NOTHING_KNOWN, observations), kind) };
}

/** A host that asked us to stay away for longer is not asked for its other links. */
const heldBack = (url: string, until: Date): Checked => ({
  verdict: 'limited',
  reason: `The host limits our visits. It may be asked again at ${until.toISOString()}.`,
  steps: [],
  end: url,
  http: null,
  title: '',
  certificateUntil: null,
  clickId: null,
  lostAt: null,
});

/** The address with its macros filled as a test click. */
export const filled = (url: string, clickId: string): string =>
  fillMacros(url, { click_id: clickId, source: 'link_check', geo: '', device: 'desktop', timestamp: '0' });
