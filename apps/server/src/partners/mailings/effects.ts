/**
 * The effects of saving a mail: forbidden parts of its text are left out, and a new mail belongs to the person who
 * wrote it.
 */

import { invalid } from '@signpost/contract/errors.ts';
import { isObject } from '@signpost/contract/objects.ts';
import { sql } from 'kysely';
import { parsePage } from '../../traffic/clicks/pages/liquid.ts';
import { sanitizePage } from '../../traffic/clicks/pages/sanitize.ts';
import type { Effects } from '../../workplace/records/effects.ts';

/** Errors: VALIDATION for a text that cannot be read. */
function prepared(input: unknown): unknown {
  if (!isObject(input) || typeof input.html !== 'string') return input;
  const html = sanitizePage(input.html).trim();
  const parsed = parsePage(html);
  if (!parsed.ok) throw invalid('html', parsed.problem);
  return { ...input, html };
}

export const mailingEffects: Effects = {
  publisherMail: {
    prepared,
    async created(trx, record, actor) {
      await sql`UPDATE publisher_mails SET created_by_id = ${actor.viewer.id} WHERE id = ${record.id}`.execute(trx);
    },
  },
};
