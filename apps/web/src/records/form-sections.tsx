/** The sections of a form with their fields. */

import type { Field } from '@signpost/contract/define/field.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { useUser } from '../api/session.ts';
import { Section } from '../ui/layout/section.tsx';
import { plural } from '../ui/values/plural.ts';
import { visibleFields } from './form-fields.ts';
import classes from './records.module.css';
import { RowsInput } from './rows-input.tsx';
import { fieldOf, type RecordRow, type RecordScreen } from './screen.ts';
import type { RecordFormState } from './use-form.ts';
import { Widget } from './widget.tsx';

interface Props {
  screen: RecordScreen;
  form: RecordFormState;
  readOnly: boolean;
  record: RecordRow | null;
}

/** Errors of a field that its person has touched, with paths relative to it. */
function shownErrors(form: RecordFormState, name: string) {
  if (!form.isTouched(name)) return [];
  return (
    form.errors
      .filter(({ path }) => path === name || path.startsWith(`${name}.`))
      // A row that was just added is empty, not invalid.
      .filter(({ path, message }) => form.isSeen(name) || path === name || message !== MESSAGE.filled)
      .map(({ path, message }) => ({ path: path.slice(name.length + 1), message }))
  );
}

/** The number of problems, otherwise of changes. */
function summaryOf(form: RecordFormState, names: readonly string[]): string | undefined {
  const wrong = names.filter((name) => form.isTouched(name) && form.fields[name]?.isValid === false).length;
  if (wrong > 0) return `${wrong} ${plural(wrong, 'problem')}`;
  const changed = names.filter((name) => form.fields[name]?.isChanged).length;
  if (changed > 0) return `${changed} changed`;
  return undefined;
}

interface FieldInputProps extends Props {
  name: string;
  field: Field;
}

/** The screen's own input of a field, otherwise that of its kind. */
function FieldInput({ screen, form, readOnly, record, name, field }: FieldInputProps) {
  const errors = shownErrors(form, name);
  const custom = screen.custom?.[name];
  const value = form.values[name];
  const onChange = (next: unknown) => form.set(name, next);
  if (custom)
    return custom({
      value,
      onChange,
      values: form.values,
      labels: record?.labels ?? {},
      recordId: record?.id ?? null,
      errors,
      readOnly,
    });
  const common = { value, onChange, errors, values: form.values, disabled: readOnly };
  if (field.kind === 'rows') return <RowsInput {...common} field={field} label={field.label} />;
  return <Widget {...common} name={name} field={field} onBlur={() => form.touch(name)} />;
}

export function FormSections({ screen, form, readOnly, record }: Props) {
  const viewer = useUser();
  return screen.sections.map((section) => {
    const visible = visibleFields(viewer, screen, section, form.fields);
    return (
      <Section key={section.title} title={section.title} summary={summaryOf(form, visible)}>
        {section.description && <p className={classes.description}>{section.description}</p>}
        <div className={classes.fields} data-columns={section.columns ?? 1} data-wide={section.wide || undefined}>
          {visible.map((name) => {
            const field = fieldOf(screen, name);
            if (!field) return null;
            const isLong =
              field.kind === 'rows' ||
              field.kind === 'images' ||
              (field.kind === 'text' && (field.multiline || /url$/i.test(field.format ?? '')));
            return (
              <div
                key={name}
                className={classes.field}
                data-field={name}
                data-full={isLong || screen.custom?.[name] ? true : undefined}
              >
                <FieldInput screen={screen} form={form} readOnly={readOnly} record={record} name={name} field={field} />
              </div>
            );
          })}
        </div>
      </Section>
    );
  });
}
