/** Included or excluded paths. A screen can be added alone, and then its forms and views with one click. */

import { incompleteFamilies } from '@signpost/contract/access/path-families.ts';
import type { ChoicesField } from '@signpost/contract/define/field.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { IconPlus } from '@tabler/icons-react';
import { readTexts } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import classes from './users.module.css';

interface PathsFieldProps extends CustomFieldProps {
  field: ChoicesField;
}

export function PathsField({ field, value, onChange, errors, readOnly }: PathsFieldProps) {
  const paths = readTexts(value);
  return (
    <div>
      <MultiSelect
        label={field.label}
        help={field.help}
        value={paths}
        onChange={onChange}
        options={field.options}
        find={filterOptions}
        errors={errors.map(({ message }) => message)}
        disabled={readOnly}
      />
      {!readOnly && (
        <div className={classes.families}>
          {incompleteFamilies(paths).map((family) => (
            <Button
              key={family.title}
              kind="quiet"
              icon={<IconPlus size={16} aria-hidden />}
              onClick={() => onChange([...paths, ...family.paths])}
            >
              All of {family.title} ({family.paths.length} more)
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
