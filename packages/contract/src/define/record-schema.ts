/** The form of a record in answers, derived from the fields of its entity. */
import { z } from 'zod';
import { type EntityDefinition, type RecordRow, recordRowSchema } from './entity.ts';
import type { Field, Fields } from './field.ts';
import { imageSchema } from './image.ts';

const labels = z.record(z.string(), z.string());

/** A stored value. Its limits are not repeated here: they are checked when it is written. */
function storedValue(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'reference':
      return z.number().nullable();
    case 'toggle':
      return z.boolean().nullable();
    case 'choice':
      return z.enum(field.options.map(({ value }) => value)).nullable();
    case 'choices':
      return z.array(z.string()).nullable();
    case 'decimal':
      return z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .nullable();
    case 'date':
      return z.iso.date().nullable();
    case 'instant':
      return z.iso.datetime().nullable();
    case 'references':
    case 'tags':
      return z.array(z.number());
    case 'images':
      return z.array(imageSchema).nullable();
    case 'json':
      return z.json();
    case 'text':
    case 'color':
      return z.string().nullable();
    case 'rows':
      return z.array(z.strictObject({ id: z.number(), ...storedValues(field.of), labels }));
  }
}

function storedValues(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedValue(field)]));
}

/** A record of this entity with the actions that its viewer may take, and nothing else. */
export function recordRowOf(entity: EntityDefinition): z.ZodType<RecordRow, RecordRow> {
  return z.strictObject({
    ...recordRowSchema.shape,
    ...storedValues(entity.fields),
    ...(entity.ledger && {
      /** When an entry was made, if that was after the last day it counts on. */
      retroDate: z.iso.datetime().nullable(),
    }),
  });
}
