/** The active filters as text. */

import { buildQuery } from '@signpost/contract/api/brackets.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field } from '@signpost/contract/define/field.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import { fieldAt, labelAt } from '@signpost/contract/records/used-by.ts';
import { useQueries } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { FilterChip } from '../ui/filter-bar.tsx';
import type { FoundOption } from './api.ts';
import type { Filters } from './list-state.ts';

const SHOWN = 3;

function targetOf(field: Field | undefined): EntityName | null {
  if (field?.kind === 'reference' || field?.kind === 'references') return field.to;
  return field?.kind === 'tags' ? 'tag' : null;
}

function words(field: Field, filter: Filters[string], labels: ReadonlyMap<string, string>): string {
  if (!Array.isArray(filter))
    return [filter.from && `from ${filter.from}`, filter.to && `to ${filter.to}`].filter(Boolean).join(' ');
  const named = filter.map((value) => {
    if (field.kind === 'choice' || field.kind === 'choices')
      return field.options.find((option) => option.value === value)?.label ?? value;
    if (field.kind === 'toggle') return toggleLabel(value === 'true');
    return labels.get(value) ?? value;
  });
  const more = named.length > SHOWN ? ` +${named.length - SHOWN}` : '';
  return `${field.kind === 'text' ? 'contains' : 'is'} ${named.slice(0, SHOWN).join(', ')}${more}`;
}

export function useFilterChips(
  entity: EntityDefinition,
  filters: Filters,
  onChange: (filters: Filters) => void,
  onOpen: (name: string) => void,
): FilterChip[] {
  const entries = Object.entries(filters).filter(([name]) => fieldAt(entity.fields, name));
  const results = useQueries({
    queries: entries.map(([name, filter]) => {
      const target = targetOf(fieldAt(entity.fields, name));
      const ids = Array.isArray(filter) ? filter : [];
      return {
        queryKey: ['options', target, 'named', ids],
        queryFn: async () =>
          (await request<FoundOption[]>(`options/${entities[target ?? 'tag'].path}?${buildQuery({ ids })}`)).data,
        enabled: target !== null && ids.length > 0,
      };
    }),
  });
  return entries.map(([name, filter], at): FilterChip => {
    const field = fieldAt(entity.fields, name) as Field;
    const labels = new Map((results[at]?.data ?? []).map((option) => [String(option.value), option.label]));
    return {
      id: name,
      label: labelAt(entity.fields, name),
      value: words(field, filter, labels),
      onOpen: () => onOpen(name),
      onRemove: () => {
        const { [name]: _removed, ...rest } = filters;
        onChange(rest);
      },
    };
  });
}
