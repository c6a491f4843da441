/** Which fields a form shows, and which errors have no field to be shown at. */
import type { Viewer } from '@signpost/contract/access/access.ts';
import type { FieldError } from '@signpost/contract/envelope.ts';
import { offeredFields } from './offered-fields.ts';
import type { FormSection, RecordScreen } from './screen.ts';

/** The part of a path that names the field: `rows` of `rows.2.weight`. */
export const fieldNameOf = (path: string): string => path.split('.')[0] ?? '';

/** The fields of a section that this person sees with the present values. */
export function visibleFields(
  viewer: Pick<Viewer, 'grade'>,
  { entity }: Pick<RecordScreen, 'entity'>,
  section: Pick<FormSection, 'fields'>,
  states: Readonly<Record<string, { isHidden: boolean }>>,
): string[] {
  return offeredFields(viewer, entity.fields, section.fields).filter((name) => !states[name]?.isHidden);
}

/** The errors that belong to no visible field; they are shown with the message of the whole form. */
export function errorsBesideFields(errors: readonly FieldError[], visible: readonly string[]): FieldError[] {
  return errors.filter(({ path }) => !visible.includes(fieldNameOf(path)));
}
