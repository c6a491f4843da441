/**
 * The letters of documents: Inter for Latin, Greek and Cyrillic, and others for the scripts that Inter does not have. Only
 * the families that a text needs are opened, because those of Chinese, Japanese and Korean have many thousands of signs.
 */
import { fileURLToPath } from 'node:url';
import { Font } from '@react-pdf/renderer';

const WEIGHTS = [400, 600] as const;

const INTER = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map((script) => ({
  family: `Inter ${script}`,
  fileOf: (weight: number) => import.meta.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`),
}));

interface Extra {
  family: string;
  /** A character that makes a text need this family. */
  needs: RegExp;
  fileOf: (weight: number) => string;
}

const extra = (family: string, script: string, needs: RegExp): Extra => ({
  family,
  needs,
  fileOf: (weight) => import.meta.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`),
});

/** These packages export no address of a font, only that of their main file. */
const eastAsian = (language: 'jp' | 'kr' | 'sc', name: string, needs: RegExp): Extra => ({
  family: `Noto ${language}`,
  needs,
  fileOf: (weight) =>
    new URL(
      `../fonts/NotoSans${name}-${weight === 400 ? 'Regular' : 'Bold'}.otf`,
      import.meta.resolve(`@embedpdf/fonts-${language}`),
    ).href,
});

/**
 * In the order in which they are asked for a character. Japanese and Korean stand before Chinese: a text with kana or
 * hangul gets the forms of its own language for the ideographs that all three share.
 */
const EXTRAS: readonly Extra[] = [
  extra('noto-sans-hebrew', 'hebrew', /\p{Script=Hebrew}/u),
  // The Arabic of Noto draws dots as glyphs of their own, which the renderer loses where a line ends.
  extra('ibm-plex-sans-arabic', 'arabic', /\p{Script=Arabic}/u),
  extra('noto-sans-thai', 'thai', /\p{Script=Thai}/u),
  extra('noto-sans-devanagari', 'devanagari', /\p{Script=Devanagari}/u),
  eastAsian('jp', 'JP', /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u),
  eastAsian('kr', 'KR', /\p{Script=Hangul}/u),
  eastAsian('sc', 'Hans', /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u),
];

for (const { family, fileOf } of [...INTER, ...EXTRAS])
  Font.register({
    family,
    fonts: WEIGHTS.map((fontWeight) => ({ fontWeight, src: fileURLToPath(fileOf(fontWeight)) })),
  });

// Names and numbers are never divided.
Font.registerHyphenationCallback((word) => [word]);

/** The families that are asked, in this order, for each character of a text. */
export function familiesFor(text: string): string[] {
  return [...INTER, ...EXTRAS.filter(({ needs }) => needs.test(text))].map(({ family }) => family);
}

interface Glyph {
  codePoints: number[];
}

/** The parts of fontkit's fonts that are used here. The library brings no types. */
interface OpenFont {
  getGlyph: (id: number, codePoints?: number[]) => Glyph | null;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => { advanceWidth: number };
  unitsPerEm: number;
}

const isOpenFont = (font: object): font is OpenFont => 'getGlyph' in font && 'hasGlyphForCodePoint' in font;

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((code, at) => code === other[at]);

const exactFonts = new WeakSet<OpenFont>();

/**
 * Makes a font tell the characters of each glyph as they are in the text. fontkit keeps one object for a glyph, with the
 * characters of the first text that asked for it, or with none if the glyph was first drawn as a part of another one, as
 * the letter of an Arabic sign with dots. The renderer counts these characters, and would leave out the letter in every
 * later document.
 */
function keepCharacters(font: OpenFont): void {
  if (exactFonts.has(font)) return;
  exactFonts.add(font);
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph === null || isSame(glyph.codePoints, codePoints)) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints, enumerable: true } });
  };
}

/** The characters of some font families, with their widths. */
interface OpenFamilies {
  has: (codePoint: number) => boolean;
  /** The width of a character in its widest weight, in units of the font size; 1 if no family has the character. */
  widthOf: (codePoint: number) => number;
}

/** Opens font families and reads their characters. */
export async function openFamilies(families: readonly string[]): Promise<OpenFamilies> {
  const descriptors = families.flatMap((fontFamily) => WEIGHTS.map((fontWeight) => ({ fontFamily, fontWeight })));
  const fonts = await Promise.all(
    descriptors.map(async (descriptor) => {
      await Font.load(descriptor);
      const font = Font.getFont(descriptor).data;
      if (font === null || !isOpenFont(font)) throw new Error(`The font ${descriptor.fontFamily} could not be opened.`);
      keepCharacters(font);
      return font;
    }),
  );
  const widthOf = (codePoint: number): number => {
    const owners = fonts.filter((font) => font.hasGlyphForCodePoint(codePoint));
    if (owners.length === 0) return 1;
    return Math.max(...owners.map((font) => font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm));
  };
  return { has: (codePoint) => fonts.some((font) => font.hasGlyphForCodePoint(codePoint)), widthOf };
}
