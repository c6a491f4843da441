/** Finds the geos and devices whose visitors no rule and no campaign takes, using the router's own code. */
import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import { decide } from '../decide/decide.ts';
import { hashText } from '../decide/hash.ts';
import type { Visit } from '../decide/visit.ts';
import type { Snapshot } from '../snapshot/compile.ts';

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
/**
 * The campaign depends on the visitor, so a geo and device only count as uncovered if no campaign takes any of these
 * visitors.
 */
const VISITORS = Array.from({ length: 8 }, (_, at) => hashText(`visitor ${at}`));
const NAMED = 8;

const plain = {
  returning: false,
  language: '',
  os: '',
  browser: '',
  address: '',
  source: '',
  referrer: '',
  host: '',
  code: '',
  subs: ['', '', '', '', ''],
  kept: NOTHING_KEPT,
  consent: '',
} as const satisfies Partial<Visit>;

function listed(geos: readonly string[], every: number): string {
  if (geos.length === every) return 'any geo';
  if (geos.length <= NAMED) return geos.join(', ');
  return `${geos.slice(0, NAMED).join(', ')} and ${geos.length - NAMED} more`;
}

/**
 * Names the geos and devices whose visitors are taken by no rule and no campaign of the box, if nothing else is known
 * about them; null if there are none.
 */
export function nowhere(snapshot: Snapshot, boxId: number, at: number): string | null {
  const geos = [...snapshot.geos.keys()].sort();
  const lost = DEVICES.map((device) =>
    geos.filter((geo) =>
      VISITORS.every((visitor) =>
        decide(snapshot, { ...plain, boxId, geo, device, at, visitor }).trace.some(({ step }) => step === 'fallback'),
      ),
    ),
  );
  const groups = Map.groupBy(
    DEVICES.filter((_, index) => (lost[index]?.length ?? 0) > 0),
    (device) => listed(lost[DEVICES.indexOf(device)] ?? [], geos.length),
  );
  if (groups.size === 0) return null;
  return [...groups]
    .map(([words, devices]) => {
      if (devices.length === DEVICES.length) return `${words} on any device`;
      return `${words} on ${devices.join(', ')}`;
    })
    .join('; ');
}
