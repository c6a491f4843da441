/** The references to a record, derived from the fields of all entities. */
import type { EntityDefinition } from '../define/entity.ts';
import type { Field, Fields } from '../define/field.ts';
import { byCount, inSentence } from '../define/words.ts';
import { entityList } from '../entities/index.ts';
import { USED_BY_MOST } from './used-by-schema.ts';

/** The fields inside a field: those of its child rows, or the records that its conditions name. */
function innerOf(field: Field | undefined): Fields {
  if (field?.kind === 'rows') return field.of;
  if (field?.kind === 'json') return field.refers ?? {};
  return {};
}

/** A field by its filter name: its own, or `rows.inner` of one inside child rows or conditions. */
export function fieldAt(fields: Fields, name: string): Field | undefined {
  const [outer = '', inner] = name.split('.');
  const field = Object.hasOwn(fields, outer) ? fields[outer] : undefined;
  if (inner === undefined) return field;
  const fieldsInside = innerOf(field);
  if (Object.hasOwn(fieldsInside, inner)) return fieldsInside[inner];
  return undefined;
}

/** The label of a field, with the label of its rows first. */
export function labelAt(fields: Fields, name: string): string {
  const [outer = ''] = name.split('.');
  const own = fields[outer]?.label ?? outer;
  const label = fieldAt(fields, name)?.label ?? name;
  if (name.includes('.')) return `${own}: ${label}`;
  return label;
}

/** A field whose records can refer to a record of the given entity. */
export interface ReferringField {
  entity: EntityDefinition;
  /** The name of the field as in {@link fieldAt} and in list filters. */
  name: string;
  /** While such a record is active, the records it refers to cannot be archived. */
  keeps: boolean;
}

const pointsTo = (field: Field, target: string): boolean => {
  if (field.kind === 'tags') return target === 'tag';
  return (field.kind === 'reference' || field.kind === 'references') && field.to === target;
};

function namesIn(fields: Fields, target: string): [name: string, field: Field][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const inside = namesIn(innerOf(field), target).map(([inner, of]): [string, Field] => [`${name}.${inner}`, of]);
    if (pointsTo(field, target)) return [[name, field], ...inside];
    return inside;
  });
}

/** Every field of every entity that can refer to records of `target`. */
export function referringFields(target: string): ReferringField[] {
  return entityList.flatMap((entity) =>
    namesIn(entity.fields, target).map(([name, field]) => ({ entity, name, keeps: 'keeps' in field })),
  );
}

const counted = (count: number, { one, many }: EntityDefinition) => {
  if (count > USED_BY_MOST) return `more than ${USED_BY_MOST} ${inSentence(many)}`;
  return `${count} ${inSentence(byCount(count, one, many))}`;
};

/** Such as `2 campaign boxes (Allocation: Campaign)`. */
export function usedByWords(entity: EntityDefinition, field: string, count: number): string {
  return `${counted(count, entity)} (${labelAt(entity.fields, field)})`;
}
