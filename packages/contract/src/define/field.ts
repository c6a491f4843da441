/**
 * The kinds of fields. An entity is a set of fields; storage, validation, list, form, filters and export follow from
 * them. A new kind is added here, and every place that must handle it stops compiling until it does.
 */
import type { ZodType } from 'zod';
import type { EntityName } from './entity-names.ts';
import type { Image } from './image.ts';
import type { TextFormat } from './validators.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'attention';

export interface Option<V extends string = string> {
  value: V;
  label: string;
  tone?: Tone;
}

interface Common {
  label: string;
  /** Help text of the field. */
  help?: string;
  required?: boolean;
  /** The name under which older entries of the audit trail store it. */
  formerName?: string;
  /** Set only by the server. */
  readOnly?: boolean;
  /** Masked in the audit trail and in exports. */
  secret?: boolean;
  /** The search of the list includes this field. */
  search?: boolean;
  /** Not offered as a list column, because it is long or technical. */
  hideInList?: boolean;
  /** The field is shown, stored and validated only if another field has one of these values. */
  visibleWhen?: { field: string; is: readonly (string | boolean)[] };
}

export interface TextField extends Common {
  /**
   * A new text begins and ends with a letter or a digit, because programs leave other characters at its ends out of a link.
   * A stored one that does not may stay.
   */
  plainEnds?: boolean;
  kind: 'text';
  max: number;
  format?: TextFormat;
  multiline?: boolean;
  mono?: boolean;
  unique?: boolean;
  /** A function if the value belongs to the installation and is not known when modules load. */
  default?: string | (() => string);
  /** Holds phone numbers among other texts, and is searched for them like a field of the format `phone`. */
  hasNumbers?: true;
  /** In a child row: may be filled only if a field of the record that `reference` names has one of these values. */
  onlyWhere?: { reference: string; field: string; is: readonly string[]; otherwise: string };
}
export interface IntegerField extends Common {
  kind: 'integer';
  min: number;
  max: number;
  unit?: string;
  default?: number;
}
/**
 * A decimal string with at most six places, or as many as `places` says. It is money when `currencyField` names the field with its currency, or
 * `currencyOf` the reference to a record with it; a record's `labels` then have the currency under the amount's name.
 */
export interface DecimalField extends Common {
  kind: 'decimal';
  min?: string;
  max?: string;
  places?: number;
  unit?: string;
  /** Money in the base currency. */
  inBase?: true;
  currencyField?: string;
  currencyOf?: string;
  default?: string;
}
export interface ToggleField extends Common {
  kind: 'toggle';
  default: boolean;
}
export interface ChoiceField<V extends string = string> extends Common {
  kind: 'choice';
  options: readonly Option<V>[];
  default?: V;
}
/** Several values of a fixed list. */
export interface ChoicesField<V extends string = string> extends Common {
  kind: 'choices';
  options: readonly Option<V>[];
  /** Maps accepted spellings of a choice to the one that is stored. */
  stored?: (value: string) => string;
}
interface Pointing extends Common {
  to: EntityName;
  /**
   * While the referring record is active, its target cannot be archived, because clicks would silently go elsewhere.
   */
  keeps?: true;
}
export interface ReferenceField extends Pointing {
  kind: 'reference';
  /** In a child row: limited to the values of the parent's field `list`, if it has any. */
  within?: { list: string; otherwise: string };
  /**
   * In a child row: a record with these values belongs to the parents that have it. Others cannot add it until none has
   * it.
   */
  owned?: { with: Readonly<Record<string, string | boolean>>; otherwise: string };
}
export interface ReferencesField extends Pointing {
  kind: 'references';
}
export interface TagsField extends Common {
  kind: 'tags';
}
export interface DateField extends Common {
  kind: 'date';
  /** Names the field whose day this one must not precede. */
  notBefore?: string;
  /** A day of the ledgers: between `LEDGER_FIRST_DAY` and today, both in UTC. */
  ledger?: boolean;
}
/** An instant in UTC. */
export interface InstantField extends Common {
  kind: 'instant';
}
export interface ImagesField extends Common {
  kind: 'images';
  max: number;
  /** Thumbs of offers: 300 px square, with the hint about their size. */
  thumbs?: boolean;
  /** The first image is the highlighted one. */
  highlights?: boolean;
  /** PDF files stand beside the images. */
  documents?: boolean;
}
export interface JsonField extends Common {
  kind: 'json';
  /** The schema of the value; any object if absent. */
  schema?: ZodType;
  /** The conditions whose values are records, with the entity of each. */
  refers?: Readonly<Record<string, ReferenceField>>;
  default?: Readonly<Record<string, unknown>>;
}
export interface ColorField extends Common {
  kind: 'color';
  default: string;
}
/** Child rows, stored in a separate table and saved in the same transaction as their parent. */
export interface RowsField<F extends Fields = Fields> extends Common {
  kind: 'rows';
  of: F;
  table: string;
  /** The child's column that points to its parent. */
  parent: string;
  max: number;
  /** Whether a removed row is kept with `archivedAt`, because facts refer to it, or deleted. */
  removal: 'archive' | 'delete';
  /** The name of one row, in the singular. */
  one: string;
  /** The inner fields that describe a row in an export. Without them the rows are counted. */
  inWords?: readonly string[];
  /** The rows are an allocation: their weights always total 100. */
  allocation?: boolean;
}

export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | ToggleField
  | ChoiceField
  | ChoicesField
  | ReferenceField
  | ReferencesField
  | TagsField
  | DateField
  | InstantField
  | ImagesField
  | JsonField
  | ColorField
  | RowsField;
export type Fields = { readonly [name: string]: Field };

type Stored<F> = F extends { kind: 'choice'; options: readonly Option<infer V>[] }
  ? V
  : F extends { kind: 'choices'; options: readonly Option<infer V>[] }
    ? V[]
    : F extends { kind: 'text' | 'decimal' | 'date' | 'instant' | 'color' }
      ? string
      : F extends { kind: 'integer' | 'reference' }
        ? number
        : F extends { kind: 'toggle' }
          ? boolean
          : F extends { kind: 'references' | 'tags' }
            ? number[]
            : F extends { kind: 'images' }
              ? Image[]
              : F extends { kind: 'json' }
                ? Record<string, unknown>
                : F extends { kind: 'rows'; of: infer R extends Fields }
                  ? ({ id: number } & Values<R>)[]
                  : never;

type NeverNull = 'toggle' | 'choices' | 'references' | 'tags' | 'images' | 'rows' | 'color';

/** The TypeScript type of the values of a set of fields. Values of optional fields may be null. */
export type Values<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends { kind: NeverNull } | { required: true } ? Stored<F[K]> : Stored<F[K]> | null;
};

/** Returns a field map unchanged, keeping its literal types. */
export const fields = <const F extends Fields>(map: F): F => map;
