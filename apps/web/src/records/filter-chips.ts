/** The active filters as text. */
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { fieldAt, labelAt } from '@signpost/contract/records/used-by.ts';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../api/calls.ts';
import type { FilterChip } from '../ui/layout/filter-bar.tsx';
import { filterWords } from './filter-words.ts';
import type { Filters } from './list-address.ts';

function targetOf(field: Field): EntityName | null {
  if (field.kind === 'reference' || field.kind === 'references') return field.to;
  return field.kind === 'tags' ? 'tag' : null;
}

export function useFilterChips(
  entity: EntityDefinition,
  filters: Filters,
  onChange: (filters: Filters) => void,
  onOpen: (name: string) => void,
): FilterChip[] {
  const entries = Object.entries(filters).flatMap(([name, filter]) => {
    const field = fieldAt(entity.fields, name);
    if (field === undefined) return [];
    return [{ name, filter, field }];
  });
  const results = useQueries({
    queries: entries.map(({ filter, field }) => {
      const target = targetOf(field);
      const ids = Array.isArray(filter) ? filter.map(Number).filter(Number.isInteger) : [];
      const enabled = target !== null && ids.length > 0;
      return callQuery(entityCalls(entities[target ?? 'tag']).options, { query: { ids } }, { enabled });
    }),
  });
  return entries.map(({ name, filter, field }, at): FilterChip => {
    const labels = new Map((results[at]?.data?.data ?? []).map((option) => [String(option.value), option.label]));
    return {
      id: name,
      label: labelAt(entity.fields, name),
      value: filterWords(field, filter, labels),
      onOpen: () => onOpen(name),
      onRemove: () => {
        const { [name]: _removed, ...rest } = filters;
        onChange(rest);
      },
    };
  });
}
