/** Sign-ins, sessions and keys in the audit trail, under the person they belong to. */
import { user as userEntity } from '@signpost/contract/entities/user.ts';
import type { AccessEvent } from '@signpost/contract/records/audit-events.ts';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { appendAudit } from './audit.ts';

/** A user agent longer than this is shortened. */
const AGENT_LENGTH = 120;
/** The trail's name for sign-in attempts of unknown people, for whom there is no record. */
const STRANGERS = 'signIn';

interface Told {
  /** The person whose history shows the entry; null for an unknown person. */
  userId: number | null;
  /** The person who acted; null if nobody was signed in. */
  by: number | null;
  event: AccessEvent;
}

/** Appends what happened, with the address and the user agent of the request, in the caller's transaction. */
export async function tellAccess(
  trx: Trx,
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  request: FastifyRequest,
  { userId, by, event }: Told,
): Promise<void> {
  const person =
    userId === null
      ? undefined
      : await trx.selectFrom('users').select('version').where('id', '=', userId).executeTakeFirstOrThrow();
  await appendAudit(trx, {
    userId: by,
    requestId: request.id,
    at: clock.now(),
    entity: userId === null ? STRANGERS : userEntity.name,
    recordId: userId ?? 0,
    action: 'effect',
    version: person?.version ?? 0,
    before: null,
    after: {
      ...event,
      address: clientAddress(request.raw, env.trustedProxies),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, AGENT_LENGTH),
    },
  });
}
