import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';

const inside = { defaultProps: { comboboxProps: { withinPortal: false } } };
const theme = { components: { Select: inside, MultiSelect: inside } };

/**
 * Wraps fields in a popover so that their options open inside it. In a separate portal, choosing one would be a click
 * outside the popover and close it.
 */
export function InlineOptions({ children }: { children: ReactNode }) {
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  );
}
