import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './theme.css';
import { DEFAULT_SCHEME, schemeManager } from './scheme.ts';
import { theme } from './theme.ts';
import { resolveVariables } from './variables.ts';

/** Mantine with the project's theme, around the whole app. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme={DEFAULT_SCHEME}
    >
      {children}
    </MantineProvider>
  );
}
