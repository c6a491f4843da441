/** Texts in which people write to each other about records, such as notes and reasons. */
import type { EntityDefinition } from '../define/entity.ts';
import type { Field } from '../define/field.ts';
import { keysOf } from '../objects.ts';

const NAMES: ReadonlySet<string> = new Set([
  'notes',
  'note',
  'reason',
  'decisionNote',
  'reversedBecause',
  'weightsBecause',
  'rejection',
  'terms',
]);
/** Shorter ones with these names are the product's own words. */
const LEAST_LENGTH = 300;

/** Whether a field holds what a person wrote about a record. */
export const isFreeText = (name: string, field: Field): boolean =>
  field.kind === 'text' && field.max >= LEAST_LENGTH && NAMES.has(name);

/** The fields of an entity that hold such texts; those of its rows are not among them. */
export const freeTextsOf = ({ fields }: EntityDefinition): string[] =>
  keysOf(fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && isFreeText(name, field);
  });

/** The longest text of each field, in which an erased name may become longer than before. */
export const lengthOf = ({ fields }: EntityDefinition, name: string): number => {
  const field = fields[name];
  if (field?.kind === 'text') return field.max;
  return 0;
};
