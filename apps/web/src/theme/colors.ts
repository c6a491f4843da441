/**
 * The only definition of colours. Everything else uses these as CSS variables (`--sp-<name>`, see `variables.ts`) or,
 * where a canvas needs the value, through `colors[scheme]`. `colors.test.ts` checks the contrast (WCAG) on page and
 * surface: text ≥ 7, muted, accent, good, bad and attention ≥ 4.5.
 */
const dark = {
  page: '#0d0f12',
  surface: '#13161a',
  raised: '#1a1e23',
  hover: '#1f242a',
  selected: '#1b2640',
  line: '#252a31',
  lineStrong: '#3a424c',
  control: '#6f7a87',
  muted: '#9aa4b0',
  text: '#dfe3e8',
  strong: '#f7f8fa',

  accent: '#8fb0ff',
  accentFill: '#3c68dd',
  accentFillHover: '#4a76ea',
  accentSoft: '#18233d',
  onAccent: '#ffffff',

  good: '#4fc58b',
  goodSoft: '#12291f',
  bad: '#ff8a80',
  badSoft: '#33191a',
  badFill: '#b93a36',
  badFillHover: '#c8453f',
  attention: '#e9b855',
  attentionSoft: '#2e2413',

  focus: '#8fb0ff',
  shade: '#000000b3',
  shadow: '0 8px 24px #00000080, 0 1px 2px #00000066',

  series1: '#6ba6ff',
  series2: '#f0a33c',
  series3: '#3cbf9f',
  series4: '#e08bc4',
  series5: '#e8dc66',
  series6: '#f0764f',
  series7: '#5ccbe8',
  series8: '#a9a3f2',
} as const;

/** Every colour has a name and a value in both schemes. */
export type ColorName = keyof typeof dark;

const light: Record<ColorName, string> = {
  page: '#f4f5f7',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#eef0f3',
  selected: '#e6edfd',
  line: '#e2e5ea',
  lineStrong: '#c3c9d2',
  control: '#7c8693',
  muted: '#56606c',
  text: '#20262e',
  strong: '#0c1015',

  accent: '#2450c4',
  accentFill: '#2c5bd6',
  accentFillHover: '#234cb9',
  accentSoft: '#e9effd',
  onAccent: '#ffffff',

  good: '#0d6e43',
  goodSoft: '#e2f4ea',
  bad: '#b3261e',
  badSoft: '#fdeae8',
  badFill: '#b3261e',
  badFillHover: '#981f18',
  attention: '#7d5200',
  attentionSoft: '#fcf1d8',

  focus: '#2c5bd6',
  shade: '#0f151d73',
  shadow: '0 8px 24px #10182824, 0 1px 3px #1018281f',

  series1: '#2d66c9',
  series2: '#b86a00',
  series3: '#0b7d63',
  series4: '#a8438a',
  series5: '#7d7300',
  series6: '#c2410f',
  series7: '#0a7893',
  series8: '#5f55c4',
};

export const colors = { dark, light };

/** Series colours in a fixed order, so that an item has the same colour on every screen. */
export const SERIES: readonly ColorName[] = [
  'series1',
  'series2',
  'series3',
  'series4',
  'series5',
  'series6',
  'series7',
  'series8',
];
