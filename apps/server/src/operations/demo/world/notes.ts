/** The demo's notes: what colleagues wrote beside a partner and beside the numbers of the last days. */
import { addDays } from '@signpost/contract/dates/dates.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';
import type { DemoRecords } from './records.ts';

const DAY_MS = 86_400_000;

/** `daysAgo` is both when a note was written and, on statistics, the day it is about. */
export async function storeNotes(trx: Trx, { partners }: DemoRecords, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const [first, second] = partners;
  const management = demoEmail('Management');
  const operations = demoEmail('Operations');
  const notes = [
    {
      author: management,
      daysAgo: 6,
      body: `${first?.name ?? 'This partner'} pays on the fifth of the month; remind them on the first.`,
      partner: first?.id,
    },
    {
      author: operations,
      daysAgo: 3,
      body: 'Their tracker was down from 14:00 to 16:00. The postbacks came in during the night.',
      partner: second?.id,
    },
    {
      author: operations,
      daysAgo: 2,
      body: 'Holiday in Austria: fewer visits, as last year.',
      metric: metric.visits.id,
    },
    { author: management, daysAgo: 1, body: 'The new header box went live at noon.', metric: null },
  ];
  for (const note of notes) {
    const at = new Date(now.getTime() - note.daysAgo * DAY_MS);
    const subject =
      note.partner === undefined
        ? { entity: null, tab: 'global', day: addDays(today, -note.daysAgo) }
        : { entity: 'partner', tab: null, day: null };
    await sql`INSERT INTO notes (author_id, body, entity, record_id, tab, day, metric, created_at)
      SELECT id, ${note.body}, ${subject.entity}, ${note.partner ?? null}::bigint,
        ${subject.tab}, ${subject.day}::date,
        ${note.metric ?? null}::bigint, ${at}
      FROM users WHERE email = ${note.author}`.execute(trx);
  }
}
