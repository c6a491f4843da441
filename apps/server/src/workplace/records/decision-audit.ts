/** Decisions of people that are no change of a record, in the audit trail: settings, and what they say about watched links. */
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../database.ts';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import { type AuditEntry, appendAudit } from './audit.ts';

type Decision = Pick<AuditEntry, 'entity' | 'recordId' | 'version' | 'before' | 'after'>;

/** Appends a decision of the person who calls, in the caller's transaction. */
export async function tellDecision(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  request: FastifyRequest,
  decision: Decision,
): Promise<void> {
  await appendAudit(trx, {
    ...decision,
    action: 'effect',
    userId: viewerOf(request).id,
    requestId: request.id,
    at: clock.now(),
  });
}
