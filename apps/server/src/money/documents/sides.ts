/** The facts that follow from the side of a document: receivable from partners, or payable to publishers. */
import type { Side } from '@signpost/contract/money/document.ts';
import { sql } from 'kysely';

const TABLES: Readonly<Record<Side, string>> = { receivable: 'partners', payable: 'publishers' };

/** The table of the parties of a side. */
export const partyTable = (side: Side) => sql.table(TABLES[side]);

/** The seller and the buyer: publishers sell to us, and we sell to partners. */
export function tradersOf<P>(side: Side, { own, other }: { own: P; other: P }): { seller: P; buyer: P } {
  if (side === 'receivable') return { seller: own, buyer: other };
  return { seller: other, buyer: own };
}

/** The columns that name the party of a document. */
export function partyOf({ side, partyId }: { side: Side; partyId: number }) {
  if (side === 'receivable') return { partnerId: partyId, publisherId: null };
  return { partnerId: null, publisherId: partyId };
}
