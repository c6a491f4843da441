import type { CSSVariablesResolver } from '@mantine/core';
import { colors } from './colors.ts';

function scheme(of: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      `--sp-${name.replace(/[A-Z0-9]/g, (c) => `-${c.toLowerCase()}`)}`,
      value,
    ]),
  );
  return {
    ...own,
    '--mantine-color-body': 'var(--sp-page)',
    '--mantine-color-text': 'var(--sp-text)',
    '--mantine-color-bright': 'var(--sp-strong)',
    '--mantine-color-dimmed': 'var(--sp-muted)',
    '--mantine-color-placeholder': 'var(--sp-muted)',
    '--mantine-color-anchor': 'var(--sp-accent)',
    '--mantine-color-error': 'var(--sp-bad)',
    '--mantine-color-success': 'var(--sp-good)',
    '--mantine-color-default': 'var(--sp-surface)',
    '--mantine-color-default-hover': 'var(--sp-hover)',
    '--mantine-color-default-color': 'var(--sp-text)',
    '--mantine-color-default-border': 'var(--sp-line-strong)',
    '--mantine-color-disabled': 'var(--sp-hover)',
    '--mantine-color-disabled-color': 'var(--sp-muted)',
    '--mantine-color-disabled-border': 'var(--sp-line)',
    '--mantine-primary-color-filled': 'var(--sp-accent-fill)',
    '--mantine-primary-color-filled-hover': 'var(--sp-accent-fill-hover)',
    '--mantine-primary-color-light': 'var(--sp-accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--sp-selected)',
    '--mantine-primary-color-light-color': 'var(--sp-accent)',
    '--mantine-primary-color-contrast': 'var(--sp-on-accent)',
  };
}

/** Defines the colours of both schemes as `--sp-*` variables and maps Mantine's variables to them. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  dark: scheme(colors.dark),
  light: scheme(colors.light),
});
