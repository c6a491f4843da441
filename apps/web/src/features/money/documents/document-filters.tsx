/** The filters of a list of documents: chips, and a popover that sets them. */

import { Popover } from '@mantine/core';
import { listEntities } from '@signpost/contract/calls/documents.ts';
import { AGE_LABELS, KIND_LABELS, SIDE_LABELS, STATE_LABELS } from '@signpost/contract/money/labels.ts';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../../api/calls.ts';
import { useRecordNames } from '../../../fields/options.ts';
import { useToday } from '../../../fields/read.ts';
import { ReferenceInput } from '../../../fields/reference-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { InlineOptions } from '../../../ui/fields/inline-options.tsx';
import type { FilterChip } from '../../../ui/layout/filter-bar.tsx';
import { FullScreenModal } from '../../../ui/layout/mobile-layout.tsx';
import { useMobile } from '../../../ui/use-mobile.ts';
import classes from './documents.module.css';
import type { DocumentList } from './use-document-list.ts';
import { monthOptions, optionsOf } from './words.ts';

export type FilterName = keyof DocumentList['filters'];

const LABELS: Readonly<Record<FilterName, string>> = {
  side: 'Side',
  kind: 'Kind',
  state: 'State',
  age: 'Age',
  partner: 'Partner',
  publisher: 'Publisher',
  entity: 'Legal entity',
  month: 'Month',
};

/** The options of the filters that have a fixed list. */
function useFixedOptions(): Partial<Record<FilterName, { value: string; label: string }[]>> {
  const { data: entities = [] } = useCall(listEntities, {});
  const today = useToday();
  return {
    side: optionsOf(SIDE_LABELS),
    kind: optionsOf(KIND_LABELS),
    state: optionsOf(STATE_LABELS),
    age: optionsOf(AGE_LABELS),
    month: monthOptions(today),
    entity: entities.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

export function useDocumentChips({ filters, set }: DocumentList, names: readonly FilterName[]): FilterChip[] {
  const fixed = useFixedOptions();
  const partners = useRecordNames('partner', filters.partner === undefined ? [] : [filters.partner]);
  const publishers = useRecordNames('publisher', filters.publisher === undefined ? [] : [filters.publisher]);
  const wordOf = (name: FilterName, value: string | number): string => {
    if (name === 'partner') return partners.get(Number(value)) ?? `#${value}`;
    if (name === 'publisher') return publishers.get(Number(value)) ?? `#${value}`;
    return fixed[name]?.find((option) => option.value === String(value))?.label ?? String(value);
  };
  return names.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    return [
      {
        id: name,
        label: LABELS[name],
        value: `is ${wordOf(name, value)}`,
        onRemove: () => set({ [name]: undefined }),
      },
    ];
  });
}

function Fields({ list, names }: { list: DocumentList; names: readonly FilterName[] }) {
  const fixed = useFixedOptions();
  const { filters, set } = list;
  return (
    <div className={classes.filterFields}>
      {names.map((name) => {
        if (name === 'partner' || name === 'publisher')
          return (
            <ReferenceInput
              key={name}
              label={LABELS[name]}
              to={name}
              value={filters[name] ?? null}
              onChange={(id) => set({ [name]: id ?? undefined })}
            />
          );
        return (
          <Choice
            key={name}
            label={LABELS[name]}
            options={fixed[name] ?? []}
            value={filters[name] === undefined ? null : String(filters[name])}
            onChange={(value) => set({ [name]: value ?? undefined })}
            clearable
          />
        );
      })}
    </div>
  );
}

export function DocumentFilters({ list, names }: { list: DocumentList; names: readonly FilterName[] }) {
  const [isOpen, setOpen] = useState(false);
  const isMobile = useMobile();
  const button = (
    <Button kind="quiet" icon={<IconFilter size={16} aria-hidden />} onClick={() => setOpen((before) => !before)}>
      Filter
    </Button>
  );
  if (isMobile)
    return (
      <>
        {button}
        <FullScreenModal
          opened={isOpen}
          title="Filter"
          submitLabel="Show"
          cancelLabel="Close"
          onSubmit={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        >
          <Fields list={list} names={names} />
        </FullScreenModal>
      </>
    );
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <InlineOptions>
          <Fields list={list} names={names} />
        </InlineOptions>
      </Popover.Dropdown>
    </Popover>
  );
}
