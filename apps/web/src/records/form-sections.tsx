/** The sections of a form with their fields. */
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { useUser } from '../api/session.ts';
import { Section } from '../ui/layout/section.tsx';
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

export function FormSections({ screen, form, readOnly, record }: Props) {
  const viewer = useUser();
  return screen.sections.map((section) => {
    const visible = visibleFields(viewer, screen, section, form.fields);
    const wrong = visible.filter((name) => form.isTouched(name) && form.fields[name]?.isValid === false).length;
    const changed = visible.filter((name) => form.fields[name]?.isChanged).length;
    const summary =
      wrong > 0 ? `${wrong} ${wrong === 1 ? 'problem' : 'problems'}` : changed > 0 ? `${changed} changed` : undefined;
    return (
      <Section key={section.title} title={section.title} summary={summary}>
        {section.description && <p className={classes.description}>{section.description}</p>}
        <div className={classes.fields} data-columns={section.columns ?? 1} data-wide={section.wide || undefined}>
          {visible.map((name) => {
            const field = fieldOf(screen, name);
            if (!field) return null;
            const errors = shownErrors(form, name);
            const custom = screen.custom?.[name];
            const isLong =
              field.kind === 'rows' ||
              field.kind === 'images' ||
              (field.kind === 'text' && (field.multiline || /url$/i.test(field.format ?? '')));
            return (
              <div
                key={name}
                className={classes.field}
                data-field={name}
                data-full={isLong || custom ? true : undefined}
              >
                {custom ? (
                  custom({
                    value: form.values[name],
                    onChange: (value) => form.set(name, value),
                    values: form.values,
                    labels: record?.labels ?? {},
                    recordId: record?.id ?? null,
                    errors,
                    readOnly,
                  })
                ) : field.kind === 'rows' ? (
                  <RowsInput
                    field={field}
                    label={field.label}
                    value={form.values[name]}
                    onChange={(value) => form.set(name, value)}
                    errors={errors}
                    values={form.values}
                    disabled={readOnly}
                  />
                ) : (
                  <Widget
                    name={name}
                    field={field}
                    value={form.values[name]}
                    onChange={(value) => form.set(name, value)}
                    onBlur={() => form.touch(name)}
                    errors={errors}
                    values={form.values}
                    disabled={readOnly}
                  />
                )}
              </div>
            );
          })}
        </div>
      </Section>
    );
  });
}
