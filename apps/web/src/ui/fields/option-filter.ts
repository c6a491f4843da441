import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { FIXED_OPTION_CAP, FIXED_TEXT } from '../fixed.ts';
import { finderOf } from '../values/fold.ts';

/** A value that no option has: the line that says that more options match than are shown. */
const CAPPED = '\u0000capped';

const isOption = (item: ComboboxParsedItem): item is ComboboxItem => 'value' in item;

/** The last line of a list that leaves out matching options. It cannot be chosen. */
export const CAPPED_LINE = { value: CAPPED, label: FIXED_TEXT.optionsCapped, disabled: true };

/**
 * Finds the options whose label contains each word of the text, or whose value is the text. A list with more than 50
 * matches is cut and says so, and so does a list that the server has cut already (`isCapped`). `uncapped` options are
 * always shown.
 */
export function cappedFilter(isCapped: boolean, uncapped: ReadonlySet<string> = new Set()): OptionsFilter {
  return ({ options, search }) => {
    const isFound = finderOf(search);
    const matching = options.filter(isOption).filter(({ label, value }) => isFound(label) || value === search.trim());
    let capped = 0;
    const shown = matching.filter(({ value }) => uncapped.has(value) || ++capped <= FIXED_OPTION_CAP);
    if (isCapped || shown.length < matching.length) return [...shown, CAPPED_LINE];
    return shown;
  };
}
