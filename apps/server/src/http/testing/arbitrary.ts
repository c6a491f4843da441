/** Values for a JSON schema: mostly valid ones, sometimes something else entirely. For tests. */
import fc, { type Arbitrary } from 'fast-check';

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
}

const DEEPEST = 6;

/** Values that often cause failures: empty, huge, negative, half of a surrogate pair, another type. */
export const nasty: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    "' OR 1=1 --",
    '%',
    '\\',
    '../../etc/passwd',
    '{{x}}',
    '__proto__',
    'constructor',
    '9'.repeat(400),
    'x'.repeat(20_000),
    '2026-02-30',
    '9999-12-31',
    '+99999-01-01',
    'NaN',
    '1e400',
    '-0',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    '=HYPERLINK("x")',
    'UTC+25',
    '🙂'.repeat(90),
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1e21,
    1e308,
    [],
    {},
    [[]],
    [null],
    { id: null },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const texts = fc.oneof(
  fc.constantFrom('2026-03-01', '2026-03-01T00:00:00.000Z', 'UTC', 'EUR', 'a@example.com', 'https://example.com/'),
  fc.constantFrom('name', 'id', 'global', '1', '14', '820', '10001', '00000000-0000-7000-8000-000000000000'),
  fc.string({ maxLength: 30 }),
);
const numbers = fc.oneof(fc.constantFrom(0, 1, 14, 50, 820, 10_001), fc.integer({ min: 0, max: 40_000 }));

/** A value that usually matches its schema. */
export function mostly(schema: JsonSchema | undefined, depth = 0): Arbitrary<unknown> {
  if (schema === undefined || depth > DEEPEST) return nasty;
  return fc.oneof({ weight: 11, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: nasty });
}

function fitting(schema: JsonSchema, depth: number): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0)
    return fc.oneof(...choices.map((choice) => mostly(choice, depth + 1)));
  if (schema.allOf !== undefined)
    return fc
      .tuple(...schema.allOf.map((part) => fitting(part, depth + 1)))
      .map((parts) => Object.assign({}, ...parts));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return texts;
    case 'number':
    case 'integer':
      return numbers;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(mostly(schema.items, depth + 1), { maxLength: 4 });
    case 'object':
      return objectOf(schema, depth);
    default:
      return nasty;
  }
}

function objectOf({ properties = {}, additionalProperties }: JsonSchema, depth: number): Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, mostly(of, depth + 1)])),
    { requiredKeys: [] },
  );
  const whole = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, mostly(of, depth + 1)])),
  );
  if (typeof additionalProperties !== 'object') return fc.oneof(whole, known);
  return fc.dictionary(fc.oneof(texts, fc.constant('__proto__x')), mostly(additionalProperties, depth + 1), {
    maxKeys: 4,
  });
}
