/** Refuses new texts that stored records may have from earlier, when they were allowed. */
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { invalid } from '@signpost/contract/errors.ts';

const PLAIN = /^[A-Za-z0-9]/;
const PLAIN_END = /[A-Za-z0-9]$/;

/** `before` is null for a new record. Errors: VALIDATION at a text with `plainEnds` that was changed and has none. */
export function refuseNewTexts(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
): void {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'text' || field.plainEnds !== true) continue;
    const value = values[name];
    if (typeof value !== 'string' || value === '' || value === before?.[name]) continue;
    if (!PLAIN.test(value) || !PLAIN_END.test(value)) throw invalid(name, MESSAGE.plainEnds);
  }
}
