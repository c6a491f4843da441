/** The effects of saving an alert: its rights are checked, and an archived alert has no open incidents. */

import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { ALERT_LIMITS, alertDefinitionSchema } from '@signpost/contract/insight/alerts/alert.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../database.ts';
import { idRow, readRows } from '../../platform/rows.ts';
import { personOf } from '../../session-user.ts';
import type { Effects } from '../../workplace/records/effects.ts';
import { refusalFor } from './person.ts';
import { note } from './sync.ts';

const recordSchema = z.looseObject({
  id: z.number(),
  ownerId: z.number(),
  definition: alertDefinitionSchema,
  recipients: z.array(z.number()),
});

async function saved(trx: Trx, stored: StoredRecord): Promise<void> {
  const { definition, ownerId, recipients } = recordSchema.parse(stored);
  const refusal = refusalFor(await personOf(trx, ownerId), definition);
  if (refusal !== null) throw invalid('definition.question.tab', refusal);
  if (recipients.length > ALERT_LIMITS.recipients)
    throw invalid('recipients', `At most ${ALERT_LIMITS.recipients} people.`);
}

async function archived(trx: Trx, { id }: StoredRecord): Promise<void> {
  const now = new Date();
  const closed = await readRows(
    trx,
    idRow,
    sql`UPDATE incidents SET state = 'resolved', resolved_at = ${now}, snoozed_until = NULL
      WHERE alert_id = ${id} AND state <> 'resolved' RETURNING id`,
  );
  for (const incident of closed)
    await note(trx, { id: incident.id, at: now, state: 'resolved', text: 'The alert was archived.' });
}

export const alertEffects: Effects = { alert: { created: saved, updated: saved, archived } };
