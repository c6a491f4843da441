/** Routes of data protection. */
import {
  erasePerson,
  exportPerson,
  findStoredPerson,
  listRetention,
  previewRetention,
  setRetention,
} from '@signpost/contract/calls/data-protection.ts';
import { lead } from '@signpost/contract/entities/lead.ts';
import { user } from '@signpost/contract/entities/user.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { STAYS_AFTER_ERASURE } from '@signpost/contract/operations/erasure.ts';
import type { RetentionKind } from '@signpost/contract/operations/retention.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { personKey } from '@signpost/contract/partners/leads/person-key.ts';
import type { AuditEvent } from '@signpost/contract/records/audit-events.ts';
import { sql } from 'kysely';
import type { Db, Queryable, Trx } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { forgetRefusals } from '../../../partners/conversions/intake/forget.ts';
import { erasePersons } from '../../../partners/leads/erase.ts';
import { findPerson } from '../../../partners/leads/person.ts';
import { authorOf, changeMany, recordEvent } from '../../../workplace/records/change.ts';
import { eraseContacts, findContacts, fullNames, readContacts } from '../contacts.ts';
import { withCountryCode } from '../country-code.ts';
import type { Traced } from '../pattern.ts';
import { countDue, readRetention } from '../retention.ts';
import { readStored } from '../stored-person.ts';
import { countTraces, eraseTraces, readTraces } from '../traces.ts';

export function dataProtectionRoutes(app: App, deps: Deps): void {
  const { clickhouse, clock, db } = deps;

  /** All leads of a person. */
  const leadsOf = async (on: Db | Trx, person: PersonKey): Promise<number[]> =>
    await findPerson(on, await deps.vault(), person, null);

  /** The person whom a text names. Errors: VALIDATION for a part of an address or number, or one of several people. */
  const personIn = async (text: string): Promise<PersonKey> => {
    const key = personKey(text);
    if (key === null) throw invalid('text', 'Enter a complete e-mail address or phone number.');
    return await withCountryCode(db, await deps.vault(), key, text);
  };

  handle(app, listRetention, async () =>
    Promise.all(
      (await readRetention(db)).map(async (one) => ({
        ...one,
        due: await countDue(deps, one.kind, one.days, clock.now()),
      })),
    ),
  );

  handle(app, previewRetention, async ({ query: { kind, days } }) => ({
    due: await countDue(deps, kind, days, clock.now()),
  }));

  handle(app, setRetention, async ({ body: { kind, days }, viewer, request }) => {
    const author = authorOf({ clock, actor: { viewer, requestId: request.id } });
    await db.transaction().execute(async (trx) => {
      const before = await daysOf(trx, kind);
      if (before === days) return;
      await sql`INSERT INTO retention (kind, days, changed_by_id, changed_at) VALUES (${kind}, ${days}, ${viewer.id}, ${author.at})
        ON CONFLICT (kind) DO UPDATE SET days = excluded.days, changed_by_id = excluded.changed_by_id,
          changed_at = excluded.changed_at`.execute(trx);
      const event: AuditEvent = { event: 'retentionSet', kind, days };
      await recordEvent(trx, author, { entity: user, id: viewer.id, after: { ...event } });
    });
    const stored = (await readRetention(db)).find((one) => one.kind === kind);
    if (stored === undefined) throw new AppError('ITEM_NOT_FOUND');
    return { ...stored, due: await countDue(deps, kind, stored.days, clock.now()) };
  });

  handle(app, findStoredPerson, async ({ body }) => {
    const person = await personIn(body.text);
    const ids = await leadsOf(db, person);
    const rows = await db
      .selectFrom('leads')
      .select(['id', 'receivedAt', 'status'])
      .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
      .orderBy('id', 'desc')
      .execute();
    return {
      leads: rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() })),
      contacts: await findContacts(db, person),
      traces: await countTraces(db, await traced(db, person)),
    };
  });

  handle(app, exportPerson, async ({ body, viewer, request }) => {
    const person = await personIn(body.text);
    const ids = await leadsOf(db, person);
    const leads = await readStored({ db, clickhouse, vault: await deps.vault() }, ids);
    const author = authorOf({ clock, actor: { viewer, requestId: request.id } });
    const event: AuditEvent = { event: 'personExported' };
    await db.transaction().execute((trx) =>
      changeMany(trx, async () => {
        for (const { id } of leads) await recordEvent(trx, author, { entity: lead, id, after: { ...event } });
      }),
    );
    return {
      exportedAt: author.at.toISOString(),
      leads,
      ...(await readContacts(db, person)),
      traces: await readTraces(db, await traced(db, person)),
    };
  });

  handle(app, erasePerson, async ({ body, viewer, request }) => {
    const author = authorOf({ clock, actor: { viewer, requestId: request.id } });
    const person = await personIn(body.text);
    return await db.transaction().execute(async (trx) => {
      // Before the contacts, which say under which names the person is known.
      const traces = await eraseTraces(trx, author, await traced(trx, person));
      await forgetRefusals(trx, await deps.vault(), person);
      const leads = await erasePersons(trx, author, await leadsOf(trx, person), 'asked');
      const contacts = await eraseContacts(trx, author, person);
      return { leads, ...contacts, traces, stays: [...STAYS_AFTER_ERASURE] };
    });
  });
}

const traced = async (db: Queryable, person: PersonKey): Promise<Traced> => ({
  person,
  names: await fullNames(db, person),
});

const daysOf = async (trx: Trx, kind: RetentionKind): Promise<number | null> =>
  (await readRetention(trx)).find((one) => one.kind === kind)?.days ?? null;
