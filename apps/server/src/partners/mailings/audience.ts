/** The recipients of a mail: the publishers that the sender may see, and one person for each address. */

import type { MailDraft } from '@signpost/contract/calls/mailings.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { parseQuery } from '@signpost/contract/reading/brackets.ts';
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';
import type { SessionUser } from '../../session-user.ts';
import { whereOf } from '../../workplace/records/list-query.ts';
import { rowFilter } from '../../workplace/records/scope.ts';
import type { Places } from './render.ts';

export interface Member {
  publisherId: number;
  name: string;
  address: string;
  places: Places;
}

export interface AudienceOf {
  members: Member[];
  /** Publishers without any address. */
  withoutAddress: number;
}

/** More publishers than this are refused, because nobody could look through their delivery log. */
const MOST = 50_000;

const publisherRow = z.object({
  id: z.number(),
  name: z.string(),
  contactEmail: z.string().nullable(),
  currency: z.string(),
  commissionPercent: z.string().nullable(),
  manager: z.string().nullable(),
  managerEmail: z.string().nullable(),
  contacts: z.array(z.object({ name: z.string(), email: z.string() })),
});
type PublisherRow = z.infer<typeof publisherRow>;

const viewRow = z.object({ query: z.string() });
const storedQuery = z.object({ q: listQuerySchema.shape.q, filters: listQuerySchema.shape.filters });

/** The query of a saved filter that the viewer may use. Errors: VALIDATION if it is gone. */
async function savedQuery(db: Queryable, viewer: SessionUser, id: number | null): Promise<ListQuery> {
  const [view] = await readRows(
    db,
    viewRow,
    sql`SELECT query FROM saved_views WHERE id = ${id} AND screen = ${publisher.path} AND (user_id = ${viewer.id} OR shared)`,
  );
  if (view === undefined) throw invalid('savedViewId', 'Choose a saved filter of the list of publishers.');
  const parsed = storedQuery.safeParse(parseQuery(view.query));
  if (!parsed.success) throw invalid('savedViewId', 'This saved filter can no longer be read. Save it again.');
  return listQuerySchema.parse(parsed.data);
}

async function queryOf(db: Queryable, viewer: SessionUser, draft: MailDraft): Promise<ListQuery | null> {
  switch (draft.audience) {
    case 'view':
      return await savedQuery(db, viewer, draft.savedViewId);
    case 'active':
      return listQuerySchema.parse({ filters: { status: ['active'] } });
    case 'chosen':
      if (draft.publishers.length === 0) return null;
      return listQuerySchema.parse({ ids: draft.publishers });
  }
}

/**
 * The people whom a draft of this viewer reaches, in the order of their publishers. The viewer's rows decide which
 * publishers there are, whatever the draft names. Whoever is a contact of several publishers is there once.
 */
export async function audienceOf(
  db: Queryable,
  viewer: SessionUser,
  draft: Omit<MailDraft, 'subject' | 'html' | 'topic'>,
): Promise<AudienceOf> {
  const query = await queryOf(db, viewer, { ...draft, subject: '', html: '', topic: 'news' });
  if (query === null) return { members: [], withoutAddress: 0 };
  const where = whereOf(publisher, query, rowFilter(publisher, viewer), viewer.timeZone);
  const rows = await readRows(
    db,
    publisherRow,
    sql`SELECT t.id, t.name, t.contact_email, t.currency, t.commission_percent::text, m.name AS manager, m.email AS manager_email,
        coalesce((SELECT jsonb_agg(jsonb_build_object('name', c.name, 'email', c.email) ORDER BY c.position, c.id)
          FROM publisher_contacts c WHERE c.publisher_id = t.id AND c.email <> ''), '[]') AS contacts
      FROM publishers t LEFT JOIN users m ON m.id = t.manager_id AND m.archived_at IS NULL
      WHERE ${where} ORDER BY t.id LIMIT ${MOST + 1}`,
  );
  if (rows.length > MOST) throw invalid('audience', `Choose at most ${MOST} publishers.`);
  const byAddress = new Map<string, Member>();
  let withoutAddress = 0;
  for (const row of rows) {
    const people = peopleOf(row, draft.allContacts);
    if (people.length === 0) withoutAddress += 1;
    for (const { name, email } of people) {
      const key = email.toLowerCase();
      if (!byAddress.has(key))
        byAddress.set(key, { publisherId: row.id, name, address: email, places: placesOf(row, name, viewer) });
    }
  }
  return { members: [...byAddress.values()], withoutAddress };
}

function peopleOf(row: PublisherRow, allContacts: boolean): { name: string; email: string }[] {
  const { contactEmail, contacts } = row;
  const nameOf = (email: string) =>
    contacts.find((one) => one.email.toLowerCase() === email.toLowerCase())?.name ?? row.name;
  const all = [...contacts];
  if (contactEmail) all.unshift({ name: nameOf(contactEmail), email: contactEmail });
  if (allContacts) return all;
  return all.slice(0, 1);
}

function placesOf(row: PublisherRow, name: string, sender: SessionUser): Places {
  const { commissionPercent } = row;
  return {
    name,
    publisher: row.name,
    publisher_id: String(row.id),
    commission: commissionPercent === null ? '' : String(Number(commissionPercent)),
    currency: row.currency,
    manager: row.manager ?? '',
    manager_email: row.managerEmail ?? '',
    sender: sender.name,
  };
}
