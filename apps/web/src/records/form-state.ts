/** State of form fields and sections, as pure functions. */
/** One field. `resetValue` is what it is compared with and what it returns to. */
export type FieldState<T = unknown> = Readonly<{
  currentValue: T;
  resetValue: T;
  isValid: boolean;
  errorList: readonly string[];
  isChanged: boolean;
  isHidden: boolean;
}>;

/** The properties of a field apart from its values: its errors, and whether it is hidden. */
export type FieldRules = Readonly<{ errors?: readonly string[]; hidden?: boolean }>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Equality of values, item by item; a key that is absent equals one that is undefined. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (one instanceof Date || other instanceof Date)
    return String(one) === String(other) && Number(one) === Number(other);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameValue(one[key], other[key]));
}

/** A field with this value: changed unless equal to the reset value, valid unless visible and refused. */
export function fieldState<T>(currentValue: T, resetValue: T, rules: FieldRules = {}): FieldState<T> {
  const isHidden = rules.hidden === true;
  const errorList = isHidden ? [] : (rules.errors ?? []);
  const isChanged = !sameValue(currentValue, resetValue);
  return { currentValue, resetValue, isValid: errorList.length === 0, errorList, isChanged, isHidden };
}

/** A section, or a whole form. */
export type SectionState = Readonly<{ isChanged: boolean; isValid: boolean; canSubmit: boolean }>;

/**
 * Changed if any visible field is changed, valid if no visible field is invalid; submitting requires both. Hidden
 * fields are ignored.
 */
export function sectionState(fields: Iterable<Pick<FieldState, 'isValid' | 'isChanged' | 'isHidden'>>): SectionState {
  const visible = [...fields].filter((field) => !field.isHidden);
  const isChanged = visible.some((field) => field.isChanged);
  const isValid = visible.every((field) => field.isValid);
  return { isChanged, isValid, canSubmit: isChanged && isValid };
}
