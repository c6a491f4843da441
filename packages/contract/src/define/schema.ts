/**
 * The zod schema of one field's value; `parse.ts` combines fields. Browser and server refuse with the same messages.
 */
import { z } from 'zod';
import {
  atLeast,
  atMost,
  atMostCharacters,
  CHOOSE_ONE,
  DAY_FORMAT,
  ENTER_TEXT,
  WHOLE_NUMBER,
  YES_OR_NO,
} from '../field-messages.ts';
import { trimInvisible } from '../reading/invisible.ts';
import { decimalsOf } from '../reading/minor-units.ts';
import { isUnread } from '../reading/problems.ts';
import type { Field, Fields, ImagesField, Option, TextField } from './field.ts';
import { attachmentIdOf, imageSchema } from './image.ts';
import { IMAGE_TYPE_MESSAGE } from './image-files.ts';
import { FORMAT_VALIDATORS, lowerOrigin, MESSAGE, URL_FORMATS } from './validators.ts';

const ID = z.number({ error: CHOOSE_ONE }).int().positive().max(Number.MAX_SAFE_INTEGER);

function textProblem({ format }: TextField, value: string): string | null {
  if (value.includes('\u0000')) return 'Remove the invisible NUL character.';
  if (format && value !== '') return FORMAT_VALIDATORS[format](value);
  return null;
}

function text(field: TextField) {
  return z
    .string({ error: ENTER_TEXT })
    .overwrite(trimInvisible)
    .overwrite((value) => (field.format && URL_FORMATS.has(field.format) ? lowerOrigin(value) : value))
    .max(field.max, { error: atMostCharacters(field.max) })
    .superRefine((value, context) => {
      const problem = textProblem(field, value);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });
}

/** An ambiguous text is refused with the form's question about it. */
const orItsProblem =
  (message: string) =>
  ({ input }: { input?: unknown }): string =>
    isUnread(input) ? input.problem : message;

function decimal(field: Extract<Field, { kind: 'decimal' }>) {
  const { places = 6 } = field;
  return z
    .string({ error: orItsProblem(MESSAGE.number) })
    .overwrite(trimInvisible)
    .regex(/^-?\d{1,14}(\.\d{1,18})?$/, { error: MESSAGE.number })
    .refine((value) => decimalsOf(value) <= places, { error: MESSAGE.number })
    .superRefine((value, context) => {
      // The bounds are round constants far below 2^53, so a float comparison refuses exactly.
      const number = Number(value);
      if (field.min !== undefined && number < Number(field.min))
        context.addIssue({ code: 'custom', message: atLeast(field.min) });
      if (field.max !== undefined && number > Number(field.max))
        context.addIssue({ code: 'custom', message: atMost(field.max) });
    });
}

function oneOf(options: readonly Option[]) {
  const values = options.map((option) => option.value);
  return z.string({ error: CHOOSE_ONE }).refine((value) => values.includes(value), { error: CHOOSE_ONE });
}

function choices({ options, stored }: Extract<Field, { kind: 'choices' }>) {
  if (stored === undefined) return z.array(oneOf(options)).max(options.length);
  const values = new Set(options.map((option) => option.value));
  return z
    .array(
      z
        .string({ error: CHOOSE_ONE })
        .overwrite(stored)
        .refine((value) => values.has(value), { error: CHOOSE_ONE }),
    )
    .max(options.length * 2)
    .overwrite((chosen) => [...new Set(chosen)]);
}

function images({ max, documents = false }: ImagesField) {
  const list = z.array(imageSchema).max(max, { error: `At most ${max} ${documents ? 'files' : 'images'}.` });
  if (documents) return list;
  return list.refine((entries) => entries.every(({ path }) => attachmentIdOf(path) === undefined), IMAGE_TYPE_MESSAGE);
}

/** Schemas are cached, because creating one costs thirty times as much as using it. */
const made = new WeakMap<Field, z.ZodType>();

/** The schema of a value that is not empty (not null, not ''). */
export function valueSchema(field: Field): z.ZodType {
  const known = made.get(field);
  if (known !== undefined) return known;
  const schema = makeSchema(field);
  made.set(field, schema);
  return schema;
}

function makeSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return text(field);
    case 'integer':
      return z
        .number({ error: orItsProblem(MESSAGE.number) })
        .int({ error: WHOLE_NUMBER })
        .min(field.min, { error: atLeast(field.min) })
        .max(field.max, { error: atMost(field.max) });
    case 'decimal':
      return decimal(field);
    case 'toggle':
      return z.boolean({ error: YES_OR_NO });
    case 'choice':
      return oneOf(field.options);
    case 'choices':
      return choices(field);
    case 'reference':
      return ID;
    case 'references':
    case 'tags':
      return z.array(ID).max(200);
    case 'date':
      return z.iso.date({ error: orItsProblem(DAY_FORMAT) });
    case 'instant':
      return z.iso.datetime();
    case 'images':
      return images(field);
    case 'json':
      return field.schema ?? z.record(z.string().max(120), z.json());
    case 'color':
      return z.string().regex(/^[a-z]{3,12}$/, { error: CHOOSE_ONE });
    case 'rows':
      return z.array(documentSchema(field.of).extend({ id: ID.nullish().describe('Id of an existing row') }));
  }
}

/**
 * A whole input for OpenAPI. Every field is optional and nullable, since required fields depend on which fields are
 * visible.
 */
export function documentSchema(map: Fields): z.ZodObject {
  return z.looseObject(
    Object.fromEntries(
      Object.entries(map)
        .filter(([, field]) => !field.readOnly)
        .map(([name, field]) => [name, valueSchema(field).nullish().describe(field.label)]),
    ),
  );
}
