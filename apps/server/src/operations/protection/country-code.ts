/** Finds the country of a number that was typed without its code, by what is stored. */
import { invalid } from '@signpost/contract/errors.ts';
import type { PersonKey } from '@signpost/contract/partners/leads/lead.ts';
import { internationalForms, phoneReadings } from '@signpost/contract/reading/phone-forms.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { findPerson } from '../../partners/leads/person.ts';
import { readRows } from '../../platform/rows.ts';
import type { Vault } from '../../platform/vault.ts';

const numberRow = z.object({ number: z.string() });

/** The numbers of contacts among these. */
async function numbersOfContacts(db: Queryable, numbers: readonly string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    numberRow,
    sql`SELECT DISTINCT number FROM (SELECT phone FROM publisher_contacts UNION ALL SELECT phone FROM partner_contacts
        UNION ALL SELECT phone FROM flat_fee_contacts) c, unnest(string_to_array(phone_numbers(phone), ' ')) AS number
      WHERE number = ANY(${numbers}::text[])`,
  );
  return rows.map(({ number }) => number);
}

/**
 * The person whose number was typed, with the country code under which it is stored. Errors: VALIDATION if people of several countries have
 * it, because only one of them may be meant.
 */
export async function withCountryCode(
  db: Queryable,
  vault: Vault,
  person: PersonKey,
  typed: string,
): Promise<PersonKey> {
  const readings = person.kind === 'phone' ? phoneReadings(typed) : [];
  if (readings.length === 0) return person;
  const formsOf = (key: string): string[] => internationalForms(key).map((form) => `+${form}`);
  const known = await numbersOfContacts(db, readings.flatMap(formsOf));
  const stored: string[] = [];
  for (const key of readings) {
    const isContact = formsOf(key).some((form) => known.includes(form));
    if (isContact || (await findPerson(db, vault, { kind: 'phone', key }, 1)).length > 0) stored.push(key);
  }
  const [only, ...others] = stored;
  if (only === undefined) return person;
  if (others.length > 0) {
    const numbers = stored.map((key) => `+${key}`).join(', ');
    throw invalid(
      'text',
      `Several people have this number: ${numbers}. Enter the one that is meant with its country code.`,
    );
  }
  return { kind: 'phone', key: only };
}
