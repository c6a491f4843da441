/** Compares the VAT of content that is not issued yet with what the table decides about the same parties now. */
import { AppError } from '@signpost/contract/errors.ts';
import type { DocumentPayload } from '@signpost/contract/money/document.ts';
import { compareMoney } from '@signpost/contract/money/money.ts';
import { decideVat, type VatRow } from '@signpost/contract/money/vat.ts';
import type { Queryable } from '../../database.ts';
import { readVatRows } from './rules.ts';
import type { StoredDocument } from './store.ts';

/** Why an invoice cannot be issued as it is; empty if it can. A credit note keeps the VAT of its invoice. */
export function vatProblemOf(rows: readonly VatRow[], payload: DocumentPayload): string {
  if (payload.kind === 'creditNote') return '';
  const { side, seller, buyer, groups, rate } = payload;
  const { row, refused } = decideVat(rows, { side, seller, buyer }, rate.agreedOn);
  if (row === null) return refused;
  const isSame = groups.every(
    (group) =>
      group.treatment === row.treatment && group.category === row.category && compareMoney(group.rate, row.rate) === 0,
  );
  if (isSame) return '';
  return 'The rules of VAT decide otherwise since this was made. Edit and save the draft, which computes it again.';
}

/** Errors: CONFLICT if an invoice cannot be issued with the VAT that it states. */
export async function refuseWrongVat(db: Queryable, { payload }: StoredDocument): Promise<void> {
  const problem = vatProblemOf(await readVatRows(db), payload);
  if (problem !== '') throw new AppError('CONFLICT', { message: problem });
}
