/** Inter in every script that its packages hold. A character is taken from the first family that has it. */
import { fileURLToPath } from 'node:url';
import { Font } from '@react-pdf/renderer';

const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
const WEIGHTS = [400, 600] as const;

export const FONT_FAMILIES: string[] = SCRIPTS.map((script) => `Inter ${script}`);

for (const script of SCRIPTS)
  Font.register({
    family: `Inter ${script}`,
    fonts: WEIGHTS.map((fontWeight) => ({
      fontWeight,
      src: fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-${script}-${fontWeight}-normal.woff`)),
    })),
  });

// Names and numbers are never divided.
Font.registerHyphenationCallback((word) => [word]);
