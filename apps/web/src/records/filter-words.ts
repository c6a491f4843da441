import type { Field } from '@signpost/contract/define/field.ts';
import { toggleLabel } from '@signpost/contract/records/labels.ts';
import type { Filters } from './list-address.ts';

const SHOWN = 3;

/** The text of a filter chip: at most three values by name, and the number of the others. */
export function filterWords(field: Field, filter: Filters[string], labels: ReadonlyMap<string, string>): string {
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
