/** Fields that hold only an e-mail address, without the name of a person, such as the address for invoices. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { client } from '@signpost/contract/entities/client.ts';
import { legalEntity } from '@signpost/contract/entities/legal-entity.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { publisherMail } from '@signpost/contract/entities/publisher-mail.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { addressForms } from '../../platform/address-forms.ts';

/** The entities that have such fields. */
export const WITH_ADDRESSES = { client, publisher, partner, legalEntity, publisherMail } as const;

/** The contract says which fields are addresses, so that a new one is found and erased as well. */
export const addressFieldsOf = ({ fields }: EntityDefinition): string[] =>
  keysOf(fields).filter((name) => {
    const field = fields[name];
    return field?.kind === 'text' && field.format === 'email';
  });

/** Every such field, with the name of its entity. */
const ADDRESSES = keysOf(WITH_ADDRESSES).flatMap((of) =>
  addressFieldsOf(WITH_ADDRESSES[of]).map((field) => ({ of, field, table: WITH_ADDRESSES[of].table })),
);

/** All addresses as contacts that have neither a name nor a number. */
export const addressContacts = (): RawBuilder<unknown> =>
  sql.join(
    ADDRESSES.map(
      ({ of, field, table }) =>
        sql`SELECT ${sql.lit(of)} AS of, id, '' AS name, NULL AS role, ${sql.ref(field)} AS email, NULL AS phone, NULL AS note
          FROM ${sql.table(table)} WHERE ${sql.ref(field)} IS NOT NULL`,
    ),
    sql` UNION ALL `,
  );

/** Empties every such field with this address. */
export async function eraseAddresses(trx: Trx, address: string): Promise<void> {
  for (const { field, table } of ADDRESSES)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(field)} = NULL WHERE lower(${sql.ref(field)}) = ANY(${addressForms(address)}::text[])`.execute(
      trx,
    );
}
