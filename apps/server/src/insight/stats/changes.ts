/** Changes of records that affect traffic and money, from the audit trail. */
import { mayOpen, type Viewer } from '@signpost/contract/access/access.ts';
import type { InstantRange } from '@signpost/contract/dates/dates.ts';
import { ENTITY_NAMES } from '@signpost/contract/define/entity-names.ts';
import { underCurrentNames } from '@signpost/contract/define/former-names.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { type ConfigurationChange, MOST_CHANGES } from '@signpost/contract/insight/stats/changes.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import type { Queryable } from '../../database.ts';

/** The entities whose changes affect routing and whose screens this person may open. */
const seenBy = (viewer: Viewer) =>
  ENTITY_NAMES.filter((name) => entities[name].routing === true && mayOpen(viewer, ROUTES[entities[name].routes.list]));

const asText = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  return undefined;
};

/** The newest changes in a range of time. */
export async function readChanges(db: Queryable, viewer: Viewer, range: InstantRange): Promise<ConfigurationChange[]> {
  const names = seenBy(viewer);
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.userId')
    .select([
      'audit.at',
      'audit.entity',
      'audit.recordId',
      'audit.action',
      'audit.before',
      'audit.after',
      'users.name as by',
    ])
    .where('audit.at', '>=', range.from)
    .where('audit.at', '<', range.until)
    .where('audit.entity', 'in', names)
    .where('audit.action', '!=', 'effect')
    .orderBy('audit.id', 'desc')
    .limit(MOST_CHANGES)
    .execute();
  return rows.flatMap((row): ConfigurationChange[] => {
    const entity = names.find((name) => name === row.entity);
    if (entity === undefined || row.action === 'effect') return [];
    const { title, one, fields } = entities[entity];
    const before = underCurrentNames(fields, row.before ?? {});
    const after = underCurrentNames(fields, row.after ?? {});
    const differ = Object.entries(fields).filter(
      ([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    return [
      {
        at: row.at.toISOString(),
        entity,
        kind: one,
        recordId: row.recordId,
        name: asText(after[title]) ?? asText(before[title]) ?? `${one} ${row.recordId}`,
        action: row.action,
        by: row.by ?? null,
        fields: row.action === 'update' ? differ.map(([, field]) => field.label) : [],
      },
    ];
  });
}
