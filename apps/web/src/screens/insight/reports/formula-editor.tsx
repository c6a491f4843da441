/** The own columns of a report: formulas over metrics, with what is wrong at which character. */
import { Popover } from '@mantine/core';
import { definitionText } from '@signpost/contract/insight/reports/definitions.ts';
import { FORMULA_LIMITS, type FormulaProblem, parseFormula } from '@signpost/contract/insight/reports/formula.ts';
import { REPORT_LIMITS } from '@signpost/contract/insight/reports/report.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { keysOf } from '@signpost/contract/objects.ts';
import { IconMathFunction, IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import type { OwnColumn } from './definition.ts';
import classes from './reports.module.css';

const MAX_NAME = 60;
const FORMATS = [
  { value: 'number', label: 'Number' },
  { value: 'percent', label: 'Percent' },
] as const;

/** The formula with its problem marked. */
function Marked({ text, problem }: { text: string; problem: FormulaProblem }) {
  const end = Math.max(problem.at + 1, problem.at + problem.length);
  return (
    <p className={classes.problem} role="alert">
      <code className={classes.marked}>
        {text.slice(0, problem.at)}
        <mark>{text.slice(problem.at, end) || ' '}</mark>
        {text.slice(end)}
      </code>
      <span>
        Character {problem.at + 1}: {problem.message}
      </span>
    </p>
  );
}

/** All metrics with their definitions; choosing one puts its name into the formula. */
function MetricHelp({ onInsert }: { onInsert: (name: string) => void }) {
  return (
    <OnDemand
      opens="dialog"
      button={
        <Button kind="quiet" icon={<IconMathFunction size={16} aria-hidden />}>
          Metrics
        </Button>
      }
    >
      {(button) => (
        <Popover position="bottom-end" withinPortal width={360} trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown>
            <p className={classes.hint}>
              Formulas have metrics, numbers, + − × ÷ and parentheses. Sums come first, then the operation. A cell is
              empty where a denominator is 0.
            </p>
            <ul className={classes.metrics}>
              {keysOf(metric).map((key) => (
                <li key={key}>
                  <button type="button" onClick={() => onInsert(key)}>
                    <code>{key}</code>
                    <span>
                      {metric[key].label}: {definitionText(metric[key].id)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </OnDemand>
  );
}

interface ColumnProps {
  column: OwnColumn;
  index: number;
  errors: readonly { path: string; message: string }[];
  readOnly: boolean;
  onChange: (column: OwnColumn) => void;
  onRemove: () => void;
}

function Column({ column, index, errors, readOnly, onChange, onRemove }: ColumnProps) {
  const { name, formula, format } = column;
  const { problem, formula: parsed } = parseFormula(formula);
  const isMoney = parsed?.result === 'money';
  // An amount of money is no percent.
  const write = (text: string) =>
    onChange({ ...column, formula: text, format: parseFormula(text).formula?.result === 'money' ? 'number' : format });
  const at = (field: string) => errors.filter(({ path }) => path === field).map(({ message }) => message);
  return (
    <li className={classes.column}>
      <TextInput
        label={`Name of column ${index + 1}`}
        value={name}
        maxLength={MAX_NAME}
        disabled={readOnly}
        errors={at('name')}
        onChange={(next) => onChange({ ...column, name: next })}
      />
      <TextInput
        label="Formula"
        placeholder="(revenue - totalCost) / firstDeposits"
        mono
        value={formula}
        maxLength={FORMULA_LIMITS.characters}
        disabled={readOnly}
        errors={formula === '' ? at('formula') : []}
        onChange={write}
      />
      <Choice
        label="Result"
        value={isMoney ? 'money' : format}
        disabled={readOnly || isMoney}
        errors={at('format')}
        onChange={(next) => onChange({ ...column, format: next === 'percent' ? 'percent' : 'number' })}
        options={isMoney ? [{ value: 'money', label: 'Money' }] : FORMATS}
      />
      <div className={classes.columnTools}>
        {!readOnly && <MetricHelp onInsert={(key) => write(`${formula}${formula === '' ? '' : ' '}${key}`)} />}
        <IconButton label={`Remove column ${index + 1}`} disabled={readOnly} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </div>
      {formula !== '' && problem !== null && <Marked text={formula} problem={problem} />}
    </li>
  );
}

interface Props {
  columns: readonly OwnColumn[];
  errors: readonly { path: string; message: string }[];
  readOnly: boolean;
  onChange: (columns: OwnColumn[]) => void;
}

export function FormulaEditor({ columns, errors, readOnly, onChange }: Props) {
  return (
    <fieldset className={classes.columns}>
      <legend>Own columns</legend>
      {columns.length > 0 && (
        <ol>
          {columns.map((column, index) => (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id, and every field is controlled.
              key={index}
              column={column}
              index={index}
              readOnly={readOnly}
              errors={errors
                .filter(({ path }) => path.startsWith(`${index}.`))
                .map(({ path, message }) => ({ path: path.slice(`${index}.`.length), message }))}
              onChange={(next) => onChange(columns.with(index, next))}
              onRemove={() => onChange(columns.filter((_, position) => position !== index))}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          icon={<IconPlus size={16} aria-hidden />}
          disabled={readOnly || columns.length >= REPORT_LIMITS.formulas}
          onClick={() => onChange([...columns, { name: '', formula: '', format: 'number' }])}
        >
          Add a column
        </Button>
      </div>
    </fieldset>
  );
}
