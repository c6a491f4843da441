/** Masks secret fields in answers. A mask that is sent back means that the secret is unchanged. */
import type { EntityDefinition, StoredRecord } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';

/** A secret of which nothing is shown. */
export const DOTS = '••••';
const SHOWN = 4;

/** The last four characters of a longer secret, enough to recognise it by. */
export function maskOf(secret: string): string {
  if (secret.length > SHOWN * 2) return `${DOTS} ${secret.slice(-SHOWN)}`;
  return DOTS;
}

function secretNames(entity: EntityDefinition): string[] {
  return Object.keys(entity.fields).filter((name) => entity.fields[name]?.secret);
}

/** The record as it may be shown. */
export function masked(entity: EntityDefinition, record: StoredRecord): StoredRecord {
  const shown = { ...record };
  for (const name of secretNames(entity)) {
    const value = record[name];
    if (typeof value === 'string') shown[name] = maskOf(value);
  }
  return shown;
}

/** Puts the stored secret back where only its mask was sent. */
export function keepSecrets(entity: EntityDefinition, values: Record<string, unknown>, before: StoredRecord): void {
  for (const name of secretNames(entity)) {
    const was = before[name];
    if (typeof was === 'string' && values[name] === maskOf(was)) values[name] = was;
  }
}

const hidden = (value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  return DOTS;
};

/** Both sides of a change as they may be shown: of a secret, only that it changed. */
export function shownChange(field: Field | undefined, before: unknown, after: unknown) {
  if (!field?.secret) return { before: before ?? null, after: after ?? null };
  return { before: hidden(before), after: after === null || after === undefined ? null : `${DOTS} (changed)` };
}
