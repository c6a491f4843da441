import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { colors } from './colors.ts';

const d = colors.dark;
const l = colors.light;

/** Mantine's dark scale runs from text to background. */
const darkRamp: MantineColorsTuple = [
  d.text,
  d.muted,
  d.muted,
  d.control,
  d.lineStrong,
  d.hover,
  d.raised,
  d.surface,
  d.page,
  d.page,
];
/** Mantine's grey scale runs from background to text. */
const greyRamp: MantineColorsTuple = [
  l.page,
  l.hover,
  l.line,
  l.line,
  l.lineStrong,
  l.control,
  l.muted,
  l.muted,
  l.text,
  l.strong,
];

function ramp(soft: string, text: string, fill: string, deep: string): MantineColorsTuple {
  return [soft, soft, text, text, text, fill, fill, deep, deep, deep];
}

const text = { xs: '12px', sm: '13px', md: '14px', lg: '18px', xl: '18px' };

/** 32 px controls, 8 px grid, four text sizes; colours come from `colors.ts` through `variables.ts`. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: text,
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: text.lg, lineHeight: '24px' },
      h2: { fontSize: text.md, lineHeight: '20px' },
      h3: { fontSize: text.md, lineHeight: '20px' },
      h4: { fontSize: text.sm, lineHeight: '20px' },
      h5: { fontSize: text.sm, lineHeight: '20px' },
      h6: { fontSize: text.xs, lineHeight: '16px' },
    },
  },
  colors: {
    dark: darkRamp,
    gray: greyRamp,
    accent: ramp(l.accentSoft, d.accent, l.accentFill, d.accentFill),
    red: ramp(l.badSoft, d.bad, l.badFill, d.badFill),
  },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 8 },
  white: l.surface,
  black: l.text,
  shadows: {
    xs: 'none',
    sm: 'var(--sp-shadow)',
    md: 'var(--sp-shadow)',
    lg: 'var(--sp-shadow)',
    xl: 'var(--sp-shadow)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 140 }, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 }, closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 120 }, shadow: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
    Combobox: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
  },
});
