/** The variants of a template, one at a time, beside a live preview. */

import { initialValue } from '@signpost/contract/define/parse.ts';
import { template } from '@signpost/contract/entities/template.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NumberField } from '../../../fields/number-field.tsx';
import { readNumber, readRows, readText } from '../../../records/field-values.ts';
import type { CustomFieldProps, Values } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { changedAt } from '../../../ui/values/changed-at.ts';
import { textOrNull } from '../../../ui/values/optional.ts';
import { PagePreview } from './page-preview.tsx';
import classes from './templates.module.css';

const { of, max } = template.fields.variants;
const HTML_LINES = 20;
const NAMES = 'ABCDEFGH';

const STARTER = `<main style="max-width:640px;margin:40px auto;padding:0 16px;text-align:center">
  <h1>{{ headline }}</h1>
  <p>{{ text }}</p>
  {% button %}
</main>`;

const blank = (at: number): Values => ({
  ...Object.fromEntries(Object.entries(of).map(([name, field]) => [name, initialValue(field)])),
  name: `Variant ${NAMES[at] ?? at + 1}`,
  html: STARTER,
});

export function VariantsEditor({ value, onChange, values, errors, readOnly }: CustomFieldProps) {
  const rows = readRows(value);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, rows.length - 1));
  const row = rows[at];
  const set = (name: string, next: unknown) => onChange(changedAt(rows, at, { [name]: next }));
  const problemsOf = (name: string) =>
    errors.filter(({ path }) => path === `${at}.${name}`).map(({ message }) => message);
  const add = (from: Values) => {
    onChange([...rows, from]);
    setChosen(rows.length);
  };
  const own = errors.filter(({ path }) => path === '').map(({ message }) => message);
  const renderVariant = () => {
    if (row === undefined)
      return (
        <p className={classes.hint}>
          A template shows at least one variant. Add the first one; it starts with a headline, a text and the button.
        </p>
      );
    return (
      <div className={classes.editor}>
        <div className={classes.side}>
          <div className={classes.row}>
            <TextInput
              label="Variant name"
              value={readText(row.name)}
              onChange={(next) => set('name', textOrNull(next))}
              maxLength={of.name.max}
              errors={problemsOf('name')}
              required
              disabled={readOnly}
            />
            <NumberField
              label="Weight"
              value={readNumber(row.weight)}
              onChange={(next) => set('weight', next)}
              min={of.weight.min}
              max={of.weight.max}
              errors={problemsOf('weight')}
              required
              disabled={readOnly}
            />
            <Button
              icon={<IconTrash size={16} aria-hidden />}
              disabled={readOnly}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              Remove
            </Button>
          </div>
          <TextInput
            label="HTML"
            value={readText(row.html)}
            onChange={(next) => set('html', textOrNull(next))}
            maxLength={of.html.max}
            lines={HTML_LINES}
            errors={problemsOf('html')}
            help="Places: {{ headline }} and every other text of yours, {{ geo }}, {{ country }}, {{ device }}, {{ language }}, {{ source }}, {{ sub1 }} to {{ sub5 }}, {{ cta }}, {{ year }}, {{ click_url }}. {% button %} shows the button. Conditions: {% if geo == 'DE' %} … {% else %} … {% endif %}."
            mono
            required
            disabled={readOnly}
          />
        </div>
        <PagePreview html={readText(row.html)} values={values} />
      </div>
    );
  };
  return (
    <div className={classes.side}>
      <div className={classes.tabs}>
        {rows.map((one, index) => (
          <button
            key={readNumber(one.id) ?? `new ${index}`}
            type="button"
            className={classes.tab}
            aria-pressed={index === at}
            data-wrong={errors.some(({ path }) => path.startsWith(`${index}.`)) || undefined}
            onClick={() => setChosen(index)}
          >
            {readText(one.name) || `Variant ${index + 1}`} · {String(one.weight ?? 0)}
          </button>
        ))}
        <Button
          icon={<IconPlus size={16} aria-hidden />}
          disabled={readOnly || rows.length >= max}
          onClick={() => add(row === undefined ? blank(0) : { ...blank(rows.length), html: row.html })}
        >
          Add variant
        </Button>
      </div>
      {own.map((message) => (
        <p key={message} className={classes.problem} role="alert">
          {message}
        </p>
      ))}
      {renderVariant()}
    </div>
  );
}
