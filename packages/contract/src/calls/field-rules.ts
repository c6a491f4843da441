import { z } from 'zod';
import type { AnyCall } from './define-call.ts';

/** The values of a field that nobody has filled in. */
const BLANKS = [undefined, null, '', []];

export interface FieldRules {
  /** Whether the call refuses every blank value. */
  isRequired: boolean;
  /** The longest text that the call takes, in characters. */
  maxLength: number | undefined;
}

/** The rules of a field of a call's body, as far as a form can show them before the call is made. */
export function fieldRules({ body }: Pick<AnyCall, 'body'>, name: string): FieldRules {
  const schema = body instanceof z.ZodObject ? body.shape[name] : undefined;
  if (schema === undefined) return { isRequired: false, maxLength: undefined };
  return {
    isRequired: !BLANKS.some((blank) => z.safeParse(schema, blank).success),
    maxLength: longestText(schema),
  };
}

/** The limit of a text also where it may be left out or is trimmed first. */
function longestText(schema: z.core.$ZodType): number | undefined {
  if (schema instanceof z.ZodString) return schema.maxLength ?? undefined;
  if (schema instanceof z.ZodPipe) return longestText(schema.in);
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  if (isWrapped) return longestText(schema.unwrap());
  return undefined;
}
