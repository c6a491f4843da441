/** The row of a statistics tab that a note is about. */
import { entities } from '@signpost/contract/entities/index.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { NewNoteRow } from '@signpost/contract/insight/notes/notes.ts';
import { dimensionOf, nameEntities, readItemId } from '@signpost/contract/insight/stats/dimensions.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { campaignLabel, itemLabelIn, selectionLabel } from '@signpost/contract/records/labels.ts';
import type { TabName } from '@signpost/contract/routes/tab-names.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import { readRows } from '../../platform/rows.ts';

const LONGEST = 300;
const nameRow = z.object({ name: z.string() });

/**
 * A row in words as its tab shows it, such as "Partner: Alpha Casino"; empty for the whole tab. Errors: VALIDATION at
 * `subject.row` where the row's record does not exist.
 */
export async function rowInWords(db: Queryable, tab: TabName, row: NewNoteRow | null): Promise<string> {
  if (row === null) return '';
  const { label, names, source } = dimensionOf(row.dimension);
  const id = readItemId(row.dimension, row.id);
  if (id === undefined) throw invalid('subject.row', 'This row does not exist.');
  const inWords = (name: string) => `${label}: ${itemLabelIn(tabOf(tab), row.dimension, name)}`.slice(0, LONGEST);
  if (id === 0 || id === '') return inWords(TEXT.unnamed);
  if (source.kind === 'time' || typeof id === 'string') return inWords(String(id));
  if (names === null) return inWords(`#${id}`);
  const tables = nameEntities(names).map((name) => {
    const { table, title } = entities[name];
    return sql`SELECT ${sql.ref(title)} AS name FROM ${sql.table(table)} WHERE id = ${id}`;
  });
  const [found] = await readRows(db, nameRow, sql.join(tables, sql` UNION ALL `));
  if (found === undefined) throw invalid('subject.row', 'This row does not exist.');
  return inWords(names === 'campaign' ? campaignLabel([{ id, ...found }], id) : selectionLabel(found.name));
}
