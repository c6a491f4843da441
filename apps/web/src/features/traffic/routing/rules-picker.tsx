/** The rules of a box in the order in which they are tried. */

import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useOptions } from '../../../fields/options.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { readIds } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { IconButton } from '../../../ui/button.tsx';
import classes from './routing.module.css';

export function RulesPicker({ value, onChange, readOnly }: CustomFieldProps) {
  const ids = readIds(value);
  const { options } = useOptions('rule', '', ids);
  const nameOf = (id: number) => options.find((option) => option.value === id)?.label ?? `#${id}`;
  const move = (at: number, to: number) => {
    const next = ids.filter((_, index) => index !== at);
    next.splice(to, 0, ids[at] ?? 0);
    onChange(next);
  };
  return (
    <div className={classes.allocation}>
      <div className={classes.adder}>
        <ReferenceInput
          label="Add a rule"
          help="Rules run top to bottom, after the global rules and before the allocation; the first match wins."
          to="rule"
          creates
          isAdder
          value={null}
          onChange={(id) => id !== null && !ids.includes(id) && onChange([...ids, id])}
          disabled={readOnly}
        />
      </div>
      {ids.length > 0 && (
        <ol className={classes.items} aria-label="Rules of this box">
          {ids.map((id, at) => (
            <li key={id} className={classes.ruleRow}>
              <span className={classes.percent}>{at + 1}</span>
              <a href={hashHref(path.rulesView({ id }))} target="_blank" rel="noopener">
                {nameOf(id)}
              </a>
              <IconButton
                label={`Move ${nameOf(id)} up`}
                disabled={readOnly || at === 0}
                onClick={() => move(at, at - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${nameOf(id)} down`}
                disabled={readOnly || at === ids.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Remove ${nameOf(id)}`}
                disabled={readOnly}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
