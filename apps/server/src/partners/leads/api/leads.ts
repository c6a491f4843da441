/** Leads as staff and publishers see them: the history, the person, sending again, the report. */

import { seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import {
  resendLead,
  searchLeadPerson,
  showLeadPerson,
  showLeadStory,
  showLeadSummary,
} from '@signpost/contract/calls/leads.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import type { LeadStory } from '@signpost/contract/partners/leads/lead.ts';
import { leadAttemptSchema } from '@signpost/contract/partners/leads/lead.ts';
import { personKey } from '@signpost/contract/partners/leads/person-key.ts';
import { leadSummaryRow } from '@signpost/contract/partners/leads/summary.ts';
import { phoneReadings } from '@signpost/contract/reading/phone-forms.ts';
import type { AuditEvent } from '@signpost/contract/records/audit-events.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { readRows } from '../../../platform/rows.ts';
import { authorOf, changeRecord, recordEvent } from '../../../workplace/records/change.ts';
import { historyOf } from '../../../workplace/records/history.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import { readRecord } from '../../../workplace/records/read.ts';
import { rowFilter } from '../../../workplace/records/scope.ts';
import { findPerson, hasPerson, readPerson } from '../person.ts';

const attemptRow = leadAttemptSchema.extend({ at: z.date() });

/** The list shows the newest leads of a person. */
const MOST_FOUND = 200;

export function leadRoutes(app: App, deps: Deps): void {
  const { db } = deps;

  handle(app, searchLeadPerson, async ({ body }) => {
    const key = personKey(body.text);
    if (key === null) throw invalid('text', 'Enter a complete e-mail address or phone number.');
    const vault = await deps.vault();
    // A number without its country code is one of each country that has such a number.
    const others = key.kind === 'phone' ? phoneReadings(body.text) : [];
    const ids = new Set(await findPerson(db, vault, key, MOST_FOUND));
    for (const other of others)
      for (const id of await findPerson(db, vault, { kind: 'phone', key: other }, MOST_FOUND)) ids.add(id);
    return [...ids].toSorted((one, other) => other - one).slice(0, MOST_FOUND);
  });

  handle(app, showLeadPerson, async ({ params: { id }, viewer, request }) => {
    const person = await readPerson(db, await deps.vault(), id);
    if (person === undefined) throw new AppError('ITEM_NOT_FOUND');
    if (person === 'sealed')
      throw new AppError('UNAVAILABLE', { message: 'This person was sealed with another vault key.' });
    const { country: _country, ...shown } = person;
    const seen: AuditEvent = { event: 'personSeen' };
    await db.transaction().execute(async (trx) => {
      await readRecord(trx, lead, id, rowFilter(lead, viewer));
      const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
      await recordEvent(trx, author, { entity: lead, id, after: { ...seen } });
    });
    return shown;
  });

  handle(app, showLeadSummary, async ({ query: { start, end }, viewer }) => {
    // Days are those of the viewer's time zone, as on the screen.
    const from = (day: string, later: number) =>
      sql`(${day}::date + ${later}::integer)::timestamp AT TIME ZONE ${viewer.timeZone}`;
    return await readRows(
      db,
      leadSummaryRow,
      sql`SELECT t.partner_id, (SELECT name FROM partners WHERE id = t.partner_id) AS partner,
          count(*) FILTER (WHERE status = 'accepted')::integer AS accepted,
          count(*) FILTER (WHERE status = 'waiting')::integer AS waiting,
          count(*) FILTER (WHERE status = 'parked')::integer AS parked,
          count(*) FILTER (WHERE status = 'rejected')::integer AS rejected
        FROM leads t WHERE t.received_at >= ${from(start, 0)} AND t.received_at < ${from(end, 1)}
          AND ${rowFilter(lead, viewer) ?? sql`true`}
        GROUP BY t.partner_id ORDER BY count(*) DESC`,
    );
  });

  handle(app, showLeadStory, async ({ params: { id }, viewer }) => {
    // Publishers do not see which buyers a lead was offered to.
    if (seesOwnPublisherOnly(viewer)) throw new AppError('FORBIDDEN');
    const rows = await readRows(
      db,
      attemptRow,
      sql`SELECT a.id, a.at, r.name AS robot_partner, p.name AS partner, a.deal_id, a.outcome, a.http, a.ms, a.detail
      FROM lead_attempts a JOIN robot_partners r ON r.id = a.robot_partner_id JOIN partners p ON p.id = r.partner_id
      WHERE a.lead_id = ${id} ORDER BY a.id`,
    );
    const looks = (await historyOf(db, lead, id)).filter(({ event }) => event?.event === 'personSeen');
    const story: LeadStory = {
      attempts: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      looks: looks.map(({ id: entry, at, by }) => ({ id: entry, at, by })),
    };
    return story;
  });

  handle(app, resendLead, async ({ params: { id }, viewer, request, reply }) => {
    const author = authorOf({ clock: deps.clock, actor: { viewer, requestId: request.id } });
    const resend = async (trx: Trx) => {
      await changeRecord(trx, author, {
        entity: lead,
        id,
        filter: rowFilter(lead, viewer),
        action: 'effect',
        told: ['status'],
        write: async ({ status }) => {
          if (status === 'accepted') throw invalid('', 'A buyer already has this lead.');
          if (!(await hasPerson(trx, id))) throw invalid('', 'The person behind this lead was erased.');
          const { rows } = await sql`SELECT 1 FROM lead_places WHERE lead_id = ${id} AND until > ${author.at}`.execute(
            trx,
          );
          // While a buyer is being asked, nobody knows yet whether the lead is theirs.
          if (rows.length > 0) throw invalid('', 'The lead is being offered to buyers right now.');
          return { status: 'waiting', tries: 0, nextTryAt: author.at, freshFrom: author.at, reason: '' };
        },
      });
      return null;
    };
    // The buyers may have answered meanwhile, and would be asked once more.
    return await answerOnce(deps, { request, reply }, resend, { status: 200 });
  });
}
