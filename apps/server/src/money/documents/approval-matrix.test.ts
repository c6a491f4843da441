import { GRADES, type Grade } from '@signpost/contract/access/grades.ts';
import { decideDocument } from '@signpost/contract/calls/document-approvals.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { changeDraft } from '@signpost/contract/calls/documents.ts';
import * as myInvoices from '@signpost/contract/calls/my-invoices.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author: colleague, admin, view, tell, db } = world;
type Person = Awaited<ReturnType<typeof world.signIn>>;

const PUBLISHER = 910;
const people = new Map<Grade, Person>();
for (const grade of GRADES) people.set(grade, await world.signIn(grade, { publisherId: PUBLISHER }));
const personOf = (grade: Grade): Person => {
  const person = people.get(grade);
  if (person === undefined) throw new Error(`Nobody is ${grade}.`);
  return person;
};
/** Another person of the same grade, who has written nothing. */
const stranger = new Map<Grade, Person>();
for (const grade of ['Admin', 'Management'] as const) stranger.set(grade, await world.signIn(grade));

await tell([{ kind: 'publisher_cost', publisherId: PUBLISHER, amount: '40', publisherCost: '40' }]);

/**
 * The people who can make a document of this publisher: staff of all invoices, the publisher, and the person who looks
 * after it.
 */
const AUTHORS = ['Admin', 'Management', 'Publisher', 'Default User'] as const;
/** The grades that the approval screen is open to. */
const APPROVERS: readonly Grade[] = ['Admin', 'Management'];
const EDITS = [
  'no edit',
  'an edit by the approver before',
  'an edit by somebody else after the proposal was opened',
] as const;

async function draftOf(grade: (typeof AUTHORS)[number]): Promise<number> {
  await sql`UPDATE publishers SET manager_id = ${personOf('Default User').userId} WHERE id = ${PUBLISHER}`.execute(db);
  if (APPROVERS.includes(grade)) {
    const items = [{ side: 'payable' as const, partyId: PUBLISHER, currency: 'EUR' }];
    const [made] = await world.drafts({ legalEntityId: 1, month: '2026-10', items }, personOf(grade));
    return made?.documentId ?? 0;
  }
  const body = { partyId: PUBLISHER, currency: 'EUR', month: '2026-10', externalNumber: '' };
  return (await call(personOf(grade), myInvoices.createMyDraft, { body })).id;
}

const decide = (person: Person, id: number, payloadHash: string) =>
  attempt(person, decideDocument, { params: { id }, body: { payloadHash, verdict: 'approved' } });

/** The people who try to approve one document: those without the screen can share one, since none of them changes it. */
const ATTEMPTS: readonly (readonly { grade: Grade; approver: Person }[])[] = [
  ...APPROVERS.flatMap((grade) => {
    const other = stranger.get(grade);
    return [[{ grade, approver: personOf(grade) }], ...(other === undefined ? [] : [[{ grade, approver: other }]])];
  }),
  GRADES.filter((grade) => !APPROVERS.includes(grade)).map((grade) => ({ grade, approver: personOf(grade) })),
];

describe.each(AUTHORS)('A document written by %s', (authorGrade) => {
  const author = personOf(authorGrade);

  it.each(EDITS)(
    'after %s, is approved by nobody but a person of the approval screen who wrote nothing',
    async (edit) => {
      for (const people of ATTEMPTS) {
        const id = await draftOf(authorGrade);
        const writers = new Set([author]);
        if (edit === EDITS[1])
          for (const { grade, approver } of people) {
            const changed = await attempt(approver, changeDraft, {
              params: { id },
              body: { note: `Edited by ${grade}` },
            });
            if (changed.status === 200) writers.add(approver);
          }
        const { payloadHash } = await view(id);
        await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash } });
        if (edit === EDITS[2])
          await call(colleague, calls.changeDraft, { params: { id }, body: { note: 'Another note' } });
        for (const { grade, approver } of people) {
          const { status } = await decide(approver, id, payloadHash);
          const mayOpen = APPROVERS.includes(grade);
          const wrote = writers.has(approver);
          const expected = !mayOpen ? 403 : edit === EDITS[2] ? 409 : wrote ? 403 : 200;
          expect([authorGrade, grade, wrote, edit, status]).toEqual([authorGrade, grade, wrote, edit, expected]);
          expect((await view(id)).state).toBe(edit === EDITS[2] ? 'draft' : expected === 200 ? 'approved' : 'proposed');
        }
        await call(admin, calls.deleteDraft, { params: { id } });
      }
    },
  );
});
