import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';

const inside = { defaultProps: { comboboxProps: { withinPortal: false } } };
const theme = { components: { Select: inside, MultiSelect: inside } };

/**
 * Around fields in a popover: their options open inside it. In a portal of their own, choosing one would be a click
 * outside the popover and close it.
 */
export function InlineOptions({ children }: { children: ReactNode }) {
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  );
}
