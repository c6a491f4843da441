/**
 * The field kinds of the house. An entity is a record of fields; storage, validation, list, form, filters and
 * export follow from them. A new kind is a new member here, and every place that must know it stops compiling.
 */
import type { ZodType } from 'zod';
import type { TextFormat } from '../validators.ts';
import type { EntityName } from './entity-names.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'attention';

export interface Option<V extends string = string> {
  value: V;
  label: string;
  tone?: Tone;
}

interface Common {
  label: string;
  /** Help where the question arises. */
  help?: string;
  required?: boolean;
  /** Set by the server alone. */
  readOnly?: boolean;
  /** Masked in the audit trail and in exports. */
  secret?: boolean;
  /** Takes part in the list's search. */
  search?: boolean;
  /** Not offered as a list column (long or technical). */
  hideInList?: boolean;
  /** The field is shown, stored and validated only while another field has one of these values. */
  visibleWhen?: { field: string; is: readonly (string | boolean)[] };
}

export interface TextField extends Common {
  kind: 'text';
  max: number;
  format?: TextFormat;
  multiline?: boolean;
  mono?: boolean;
  unique?: boolean;
  default?: string;
}
export interface IntegerField extends Common {
  kind: 'integer';
  min: number;
  max: number;
  unit?: string;
  default?: number;
}
/** A decimal string, six places at most; money when `currency` names the field that holds its currency. */
export interface DecimalField extends Common {
  kind: 'decimal';
  min?: string;
  max?: string;
  unit?: string;
  currencyField?: string;
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
/** Several of a fixed list. */
export interface ChoicesField<V extends string = string> extends Common {
  kind: 'choices';
  options: readonly Option<V>[];
  /** The one spelling of a choice that is stored, where several are taken. */
  stored?: (value: string) => string;
}
interface Pointing extends Common {
  to: EntityName;
  /** While the record that points is active, what it points to can't be archived: clicks would go elsewhere unseen. */
  keeps?: true;
}
export interface ReferenceField extends Pointing {
  kind: 'reference';
  /** In a child row: one of those that the parent's field `list` names, where it names any. */
  within?: { list: string; otherwise: string };
}
export interface ReferencesField extends Pointing {
  kind: 'references';
}
export interface TagsField extends Common {
  kind: 'tags';
}
export interface DateField extends Common {
  kind: 'date';
  /** The field of the day that this one may not lie before. */
  notBefore?: string;
  /** A day of the ledgers: between `LEDGER_FIRST_DAY` and today, both in UTC. */
  ledger?: boolean;
}
/** An instant, UTC. */
export interface InstantField extends Common {
  kind: 'instant';
}
export interface ImagesField extends Common {
  kind: 'images';
  max: number;
}
export interface JsonField extends Common {
  kind: 'json';
  /** What it has to look like; any object where it is absent. */
  schema?: ZodType;
  /** The kinds of its conditions whose values are records, by the condition's field. */
  refers?: Readonly<Record<string, ReferenceField>>;
  default?: Readonly<Record<string, unknown>>;
}
export interface ColorField extends Common {
  kind: 'color';
  default: string;
}
/** Child rows, kept in a table of their own and saved in the same transaction as their parent. */
export interface RowsField<F extends Fields = Fields> extends Common {
  kind: 'rows';
  of: F;
  table: string;
  /** The child's column that points to its parent. */
  parent: string;
  max: number;
  /** What becomes of a row that is taken out: kept with `archivedAt` where facts refer to it, else deleted. */
  removal: 'archive' | 'delete';
  /** Words for one row. */
  one: string;
  /** The inner fields that say a row in one line of an export; without them rows are counted. */
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
export type FieldKind = Field['kind'];
export type Fields = { readonly [name: string]: Field };

export interface Image {
  position: number;
  file: string | null;
  value: string;
  path: string | null;
  small: string | null;
  deleted: boolean;
}

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

/** The values of a set of fields as TypeScript sees them; what is not required may be null. */
export type Values<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends { kind: NeverNull } | { required: true } ? Stored<F[K]> : Stored<F[K]> | null;
};

/** Keeps literal types of a field map without repeating its type. */
export const fields = <const F extends Fields>(map: F): F => map;
