/** Adds and changes the filters of a list, by field kind. */

import { Popover } from '@mantine/core';
import { useSetState } from '@mantine/hooks';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { fieldAt, labelAt } from '@signpost/contract/records/used-by.ts';
import { IconFilter } from '@tabler/icons-react';
import { DateField } from '../fields/date-field.tsx';
import { DecimalField } from '../fields/decimal-field.tsx';
import { ReferencesInput } from '../fields/reference-input.tsx';
import { Button } from '../ui/button.tsx';
import { defined } from '../ui/defined.ts';
import { Choice } from '../ui/fields/choice.tsx';
import { MultiSelect } from '../ui/fields/multi-select.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { FullScreenModal } from '../ui/layout/mobile-layout.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { textOrNull } from '../ui/values/optional.ts';
import type { Filters } from './list-address.ts';
import classes from './records.module.css';

type Filter = Filters[string];

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function Editor({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: Filter | undefined;
  onChange: (value: Filter | undefined) => void;
}) {
  const list = Array.isArray(value) ? value : [];
  const range = value && !Array.isArray(value) ? value : {};
  const setList = (next: string[]) => onChange(next.length > 0 ? next : undefined);
  const setRange = (part: { from?: string | null; to?: string | null }) => {
    const next = { ...range, ...part };
    const kept = defined({ from: next.from || undefined, to: next.to || undefined });
    onChange(Object.keys(kept).length > 0 ? kept : undefined);
  };
  switch (field.kind) {
    case 'choice':
    case 'choices':
    case 'toggle':
      return (
        <MultiSelect
          label={`${field.label} is any of`}
          value={list}
          onChange={setList}
          options={field.kind === 'toggle' ? YES_NO : field.options}
          find={filterOptions}
        />
      );
    case 'reference':
    case 'references':
    case 'tags':
      return (
        <ReferencesInput
          label={`${field.label} is any of`}
          to={field.kind === 'tags' ? 'tag' : field.to}
          value={list.map(Number)}
          onChange={(next) => setList(next.map(String))}
        />
      );
    case 'date':
    case 'instant':
      return (
        <div className={classes.pair}>
          <DateField label={`${field.label} from`} value={range.from ?? null} onChange={(from) => setRange({ from })} />
          <DateField label="to" value={range.to ?? null} onChange={(to) => setRange({ to })} />
        </div>
      );
    case 'integer':
    case 'decimal':
      return (
        <div className={classes.pair}>
          <DecimalField
            label={`${field.label} from`}
            value={range.from ?? null}
            onChange={(from) => setRange({ from })}
          />
          <DecimalField label="to" value={range.to ?? null} onChange={(to) => setRange({ to })} />
        </div>
      );
    default:
      return (
        <TextInput
          label={`${field.label} contains`}
          value={list[0] ?? ''}
          onChange={(next) => setList(next === '' ? [] : [next])}
        />
      );
  }
}

interface Props {
  entity: EntityDefinition;
  names: readonly string[];
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** The field being edited, when a chip was opened. */
  opened: string | null;
  onOpen: (name: string | null) => void;
}

/**
 * The Filter button with its panel, in which a field is chosen and then its values. The list changes at once, or on a
 * phone, where the panel covers the list, when the panel is closed.
 */
export function FilterEditor({ entity, names, filters, onChange, opened, onOpen }: Props) {
  /** Whether the panel was opened by its button, and the filters that a phone applies when it is closed. */
  const [{ isOpen, draft }, set] = useSetState<{ isOpen: boolean; draft: Filters | null }>({
    isOpen: false,
    draft: null,
  });
  const isMobile = useMobile();
  const show = isOpen || opened !== null;
  const name = opened ?? '';
  const field = fieldAt(entity.fields, name);
  const shown = isMobile ? (draft ?? filters) : filters;
  const close = () => {
    set({ isOpen: false, draft: null });
    onOpen(null);
  };
  const button = (
    <Button
      icon={<IconFilter size={16} aria-hidden />}
      onClick={() => {
        if (show) close();
        else set({ isOpen: true });
      }}
    >
      Filter
    </Button>
  );
  const panel = (
    <div className={classes.filterPanel}>
      <Choice
        label="Field"
        opensByFocus
        value={textOrNull(name)}
        onChange={(next) => onOpen(next)}
        options={(names.includes(name) || name === '' ? names : [...names, name]).map((one) => ({
          value: one,
          label: labelAt(entity.fields, one),
        }))}
      />
      {field && (
        <Editor
          key={name}
          field={field}
          value={shown[name]}
          onChange={(next) => {
            const { [name]: _was, ...rest } = shown;
            const changed = next === undefined ? rest : { ...rest, [name]: next };
            if (isMobile) set({ draft: changed });
            else onChange(changed);
          }}
        />
      )}
      {!isMobile && <Button onClick={close}>Done</Button>}
    </div>
  );
  if (isMobile)
    return (
      <>
        {button}
        <FullScreenModal
          opened={show}
          title={`Filter ${inSentence(entity.many)}`}
          submitLabel={`Show ${inSentence(entity.many)}`}
          canSubmit={draft !== null}
          onSubmit={() => {
            if (draft !== null) onChange(draft);
            close();
          }}
          onCancel={close}
        >
          {panel}
        </FullScreenModal>
      </>
    );
  return (
    <Popover
      opened={show}
      onChange={(next) => !next && close()}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{panel}</Popover.Dropdown>
    </Popover>
  );
}
