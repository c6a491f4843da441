import { SPLIT_DIMENSIONS } from '@signpost/contract/insight/reports/report.ts';
import { dimensionOf } from '@signpost/contract/insight/stats/dimensions.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Choice } from '../../../ui/fields/choice.tsx';
import { type EditedDefinition, editedDefinition, withVersions } from './definition.ts';
import { FormulaEditor } from './formula-editor.tsx';
import { QuestionEditor } from './question-editor.tsx';
import classes from './reports.module.css';

/** The errors below a part of the definition, with paths relative to it. */
const below = (errors: CustomFieldProps['errors'], part: string) =>
  errors
    .filter(({ path }) => path === part || path.startsWith(`${part}.`))
    .map(({ path, message }) => ({ path: path.slice(part.length + 1), message }));

/** The parts of a report definition: its question, its own columns, and how it is split. */
export function DefinitionEditor({ value, onChange, errors, readOnly }: CustomFieldProps) {
  const definition = editedDefinition(value);
  const change = (parts: Partial<EditedDefinition>) => onChange(withVersions({ ...definition, ...parts }));
  return (
    <div className={classes.definition}>
      <QuestionEditor
        question={definition.question}
        errors={below(errors, 'question')}
        readOnly={readOnly}
        onChange={(question) => change({ question })}
      />
      <FormulaEditor
        columns={definition.columns}
        errors={below(errors, 'columns')}
        readOnly={readOnly}
        onChange={(columns) => change({ columns })}
      />
      <div className={classes.narrow}>
        <Choice
          label="Split into files"
          help="Choose publisher or partner to get one file for each, with only its rows."
          placeholder="One file"
          value={definition.splitBy}
          clearable
          disabled={readOnly}
          onChange={(splitBy) => change({ splitBy })}
          options={SPLIT_DIMENSIONS.map((key) => ({
            value: key,
            label: `Per ${dimensionOf(key).label.toLowerCase()}`,
          }))}
        />
      </div>
    </div>
  );
}
