/** Judges a trap as the product does: look after look, until the verdict is final. */
import type { Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import { newId } from '../../../platform/ids.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { learn, NOTHING_KNOWN, verdictOf } from '../engine/decide.ts';
import { type Look, look } from '../engine/look.ts';
import type { Trap } from './traps.ts';

/** As many looks as an hour and a half has room for, ten minutes apart. */
const MOST_LOOKS = 9;

/** The address of a trap, with a click id where it carries one. */
export const addressOf = ({ name, path = '/offer?click={id}' }: Trap, clickId: string): string =>
  `http://${name}.farm.test${path.replace('{id}', clickId)}`;

/** Looks until the verdict is final: broken, or surely alive. */
export async function judge(send: Send, trap: Trap): Promise<{ verdicts: Verdict[]; last: Look }> {
  const clickId = newId();
  const verdicts: Verdict[] = [];
  let belief = NOTHING_KNOWN;
  for (let count = 1; ; count += 1) {
    const last = await look({ send, headers: {}, clickId }, addressOf(trap, clickId), () => new Date());
    belief = learn(belief, last.observations);
    verdicts.push(verdictOf(belief, last.kind));
    const isAlive = last.observations[0] === 'ok' && belief.failures === 0 && belief.successes >= 2;
    if (belief.isDead || isAlive || count === MOST_LOOKS) return { verdicts, last };
  }
}
