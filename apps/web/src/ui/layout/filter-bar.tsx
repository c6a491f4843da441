import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../button.tsx';
import { sidewaysRef } from '../sideways.ts';
import classes from './filter-bar.module.css';

export interface FilterChip {
  id: string;
  /** The name of the filtered field: "Status". */
  label: string;
  /** The condition in words: "is Active". */
  value: string;
  /** Opens the filter for editing. */
  onOpen?: () => void;
  onRemove: () => void;
}

export interface FilterBarProps {
  chips: readonly FilterChip[];
  onClear?: (() => void) | undefined;
  search?:
    | { value: string; onChange: (value: string) => void; placeholder?: string; inputRef?: Ref<HTMLInputElement> }
    | undefined;
  /** The control that adds filters, after the chips. */
  children?: ReactNode;
  /** Actions on the whole list, at the right. */
  actions?: ReactNode;
}

/** The search box and the active filters, above the list. `/` focuses the search. */
export function FilterBar({ chips, onClear, search, children, actions }: FilterBarProps) {
  return (
    <div className={classes.filters}>
      {search !== undefined && (
        <label className={classes.search}>
          <IconSearch size={16} aria-hidden />
          <input
            ref={search.inputRef}
            type="search"
            aria-label={search.placeholder ?? 'Search'}
            placeholder={search.placeholder ?? 'Search'}
            value={search.value}
            onChange={(event) => search.onChange(event.currentTarget.value)}
          />
          {search.value === '' && <kbd aria-hidden>/</kbd>}
        </label>
      )}
      {chips.map((chip) => (
        <span key={chip.id} className={classes.chip}>
          <button type="button" className={classes.open} onClick={chip.onOpen} disabled={chip.onOpen === undefined}>
            <span className={classes.label}>{chip.label}</span> {chip.value}
          </button>
          <CloseButton size={20} iconSize={12} aria-label={`Remove filter ${chip.label}`} onClick={chip.onRemove} />
        </span>
      ))}
      {children}
      {chips.length > 0 && onClear !== undefined && (
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
      {actions !== undefined && (
        <div ref={sidewaysRef} data-fades className={classes.actions}>
          {actions}
        </div>
      )}
    </div>
  );
}
