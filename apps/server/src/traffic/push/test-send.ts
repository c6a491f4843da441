/** A test of a push: it goes to the browsers that the person has added in the profile, not to subscribers. */
import type { Deps } from '../../deps.ts';
import { OUTGOING_PROBLEMS, OutgoingError } from '../../platform/outgoing.ts';
import { pushRequest } from '../../platform/web-push.ts';
import type { SessionUser } from '../../session-user.ts';
import { pushKeys } from '../../workplace/notifications/channels/push.ts';
import { openTarget } from '../../workplace/notifications/targets.ts';
import { linkOf } from './message.ts';
import { outcomeOf } from './outcome.ts';
import { readPush } from './plan.ts';

const TTL_S = 3_600;
const NO_BROWSER = 'Add this browser under “Browser” in your profile first, then send the test again.';

/** Sends a push to the person's own browsers; says how many took it, and the first problem. Errors: ITEM_NOT_FOUND. */
export async function sendTest(
  deps: Pick<Deps, 'db' | 'env' | 'send' | 'vault' | 'clock'>,
  viewer: SessionUser,
  id: number,
): Promise<{ sent: number; problem: string | null }> {
  const { db, clock, env, send, vault } = deps;
  const push = await readPush(db, id);
  const channels = await db
    .selectFrom('notificationChannels')
    .select('id')
    .where('userId', '=', viewer.id)
    .where('kind', '=', 'push')
    .where('endedAt', 'is', null)
    .where('removedAt', 'is', null)
    .execute();
  if (channels.length === 0) return { sent: 0, problem: NO_BROWSER };
  const [host] = env.shortLinkHosts;
  const base = host === undefined ? `http://${env.host}:${env.clickPort}` : `https://${host}`;
  const { title, body } = push;
  const payload = JSON.stringify({ title, body, tag: `push test ${id}`, url: `${base}${linkOf(push)}` });
  const keys = await pushKeys(db, vault);
  let sent = 0;
  let problem: string | null = null;
  for (const channel of channels) {
    const open = await openTarget({ db, vault }, channel.id);
    if (open?.kind !== 'push') continue;
    try {
      const answer = await send({
        method: 'POST',
        ...pushRequest(open.target, keys, { payload, ttl: TTL_S }, env.publicUrl),
      });
      if (outcomeOf(answer, clock.now()).kind === 'accepted') sent += 1;
      else problem ??= `The push service answered with ${answer.http}. Add your browser again in your profile.`;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      problem ??= OUTGOING_PROBLEMS[error.problem];
    }
  }
  return { sent, problem };
}
