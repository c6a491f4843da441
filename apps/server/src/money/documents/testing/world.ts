/** A legal entity, partners and publishers with billing data, and money facts that leave through the real outbox. */
import type { Grade } from '@signpost/contract/access/grades.ts';
import type { CallInput } from '@signpost/contract/calls/define-call.ts';
import * as approvals from '@signpost/contract/calls/document-approvals.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Side } from '@signpost/contract/money/document.ts';
import type { DraftsMade } from '@signpost/contract/money/views.ts';
import { type Caller, testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { shipOutbox } from '../../../partners/conversions/ship/outbox.ts';
import { putFacts } from '../../../partners/conversions/ship/put-facts.ts';
import { newId } from '../../../platform/ids.ts';
import { runOnce } from '../../../platform/postgres.ts';
import type { KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { silent } from '../../../traffic/clicks/testing/world.ts';
import { workRuns } from '../../../workplace/runs/work.ts';
import { documentRuns } from '../jobs.ts';

/** Geo 12 is Austria, 57 Germany. */
const WORLD_SQL = `
INSERT INTO partner_types (id, name) VALUES (950, 'Document tests');
INSERT INTO partners (id, name, partner_type_id, currency, legal_name, street, postal_code, city, billing_geo_id, vat_id) VALUES
  (951, 'Acme', 950, 'EUR', 'Acme GmbH', 'Ring 1', '1010', 'Vienna', 12, 'ATU12345678'),
  (952, 'Bolt', 950, 'USD', 'Bolt AG', 'Allee 2', '10115', 'Berlin', 57, 'DE123456789'),
  (953, 'Coil', 950, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL);
UPDATE partners SET billing_from = '2025-01-01' WHERE id BETWEEN 951 AND 953;
INSERT INTO publishers (id, name, commission_percent, legal_name, street, postal_code, city, billing_geo_id, is_small_business, tax_number) VALUES
  (910, 'Daily Bugle', 20, 'Bugle Media', 'Main 3', '1020', 'Vienna', 12, true, '12 345/6789'),
  (911, 'Planet', 20, 'Planet OG', 'Main 4', '1030', 'Vienna', 12, false, '98 765/4321');
UPDATE publishers SET billing_from = '2025-01-01' WHERE id IN (910, 911);
INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, vat_id, number_prefix, iban) VALUES
  (1, 'Signpost', 'Signpost GmbH', 'Gasse 5', '1040', 'Vienna', 12, 'ATU87654321', 'SP', 'AT611904300234573201');
DELETE FROM exchange_rates WHERE currency = 'USD';
INSERT INTO exchange_rates (currency, day, per_euro, source) VALUES ('USD', '2026-09-30', 1.25, 'ecb'), ('USD', '2026-11-10', 1.6, 'ecb');
`;

/** Call once at the top of a test file. The clock stands at 5 November 2026 until it is moved. */
export async function documentWorld() {
  let now = new Date('2026-11-05T10:00:00Z');
  const app = await testApp({ clock: { now: () => now } });
  const { db, databases } = app;
  await runOnce(databases.databaseUrl, WORLD_SQL);
  const ship = async () => await shipOutbox({ db, clickhouse: databases.clickhouse, log: silent }, true);
  const [author, approver, second, admin] = await Promise.all(
    (['Management', 'Management', 'Management', 'Admin'] satisfies Grade[]).map((grade) => app.signIn(grade)),
  );
  if (author === undefined || approver === undefined || second === undefined || admin === undefined)
    throw new Error('Somebody could not sign in.');
  /** Asks for drafts and does the job that makes them. */
  const drafts = async (
    body: CallInput<typeof calls.createDrafts>['body'],
    person: Caller = author,
  ): Promise<DraftsMade> => {
    const { id } = await call(person, calls.createDrafts, { body });
    // The clock of a test may stand in the future, where the job is due.
    await sql`UPDATE runs SET next_try_at = now() WHERE id = ${id}`.execute(db);
    const runs = documentRuns({ db, clickhouse: databases.clickhouse });
    for (;;) {
      await workRuns({ db, log: silent }, runs, new AbortController().signal);
      const { state, made, problem } = await call(person, calls.readDrafts, { params: { id } });
      if (state === 'succeeded') return made;
      // Somebody else's call of this function may do the job.
      if (state !== 'waiting' && state !== 'running') throw new Error(`The job ${state}: ${problem}`);
    }
  };
  const view = (id: number, person: Caller = author) => call(person, calls.showDocument, { params: { id } });

  return {
    ...app,
    author,
    approver,
    second,
    admin,
    clickhouse: databases.clickhouse,
    /** Moves the clock; nobody's session ends by that. */
    async setNow(text: string): Promise<void> {
      now = new Date(text);
      await runOnce(
        databases.databaseUrl,
        `UPDATE sessions SET expires_at = '2100-01-01', created_at = '${text}', last_used_at = '${text}'`,
      );
    },
    ship,
    view,
    /** Stores facts in a transaction and ships them; answers their ids. */
    async tell(facts: readonly Partial<KnownFact>[]): Promise<string[]> {
      const told = facts.map(
        (known): KnownFact => ({
          factId: newId(),
          kind: 'first_deposit',
          at: '2026-10-15T12:00:00.000Z',
          recordedAt: now.toISOString(),
          dealType: 'CPA',
          geoId: 12,
          currency: baseCurrency(),
          ...known,
        }),
      );
      await db.transaction().execute((trx) => putFacts(trx, 'test', told));
      await ship();
      return told.map(({ factId }) => factId);
    },
    drafts,
    /** Makes one draft of everything that is due and returns its id. */
    async draft(side: Side, partyId: number, currency = 'EUR', month = '2026-10'): Promise<number> {
      const [made] = await drafts({ legalEntityId: 1, month, items: [{ side, partyId, currency }] });
      if (made?.documentId === null || made === undefined) throw new Error(made?.problem);
      return made.documentId;
    },
    /** Proposes, approves (by one more person if needed, then by an Admin) and issues; returns the number. */
    async issue(id: number): Promise<string> {
      const { payloadHash } = await view(id);
      await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash } });
      for (const person of [approver, admin]) {
        const { state } = await view(id);
        if (state === 'proposed')
          await call(person, approvals.decideDocument, { params: { id }, body: { payloadHash, verdict: 'approved' } });
      }
      const { number } = await call(author, calls.issueDocument, { params: { id }, body: { payloadHash } });
      return number;
    },
  };
}
