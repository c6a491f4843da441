/** The texts on the pages of a PDF, read from the operators that draw them and not from the order of the text. */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { z } from 'zod';

const numbers = z.array(z.number()).length(6);
const glyphs = z.array(z.union([z.number(), z.looseObject({ unicode: z.string(), width: z.number() })]));
const font = z.tuple([z.unknown(), z.number()]);
type Matrix = readonly number[];

const at = (matrix: Matrix, index: number): number => matrix[index] ?? 0;

/** The matrix of a change within another one. */
const within = (outer: Matrix, inner: Matrix): Matrix => [
  at(outer, 0) * at(inner, 0) + at(outer, 2) * at(inner, 1),
  at(outer, 1) * at(inner, 0) + at(outer, 3) * at(inner, 1),
  at(outer, 0) * at(inner, 2) + at(outer, 2) * at(inner, 3),
  at(outer, 1) * at(inner, 2) + at(outer, 3) * at(inner, 3),
  at(outer, 0) * at(inner, 4) + at(outer, 2) * at(inner, 5) + at(outer, 4),
  at(outer, 1) * at(inner, 4) + at(outer, 3) * at(inner, 5) + at(outer, 5),
];

/** Texts in fonts of different heights stand on one line if they are closer than this. */
const SAME_LINE = 2;

interface Run {
  x: number;
  y: number;
  width: number;
  /** The characters of each glyph. */
  glyphs: string[];
}

/**
 * The lines of the first page from top to bottom, each as its glyphs from left to right. Only what begins on the left of
 * `end` is read, so that columns beside each other are told apart.
 */
export async function drawnLines(bytes: Uint8Array, end = Number.POSITIVE_INFINITY): Promise<string[][]> {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const runs: Run[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let text: Matrix = matrix;
  let size = 0;
  fnArray.forEach((operator, index) => {
    const args: unknown = argsArray[index];
    if (operator === OPS.save) saved.push(matrix);
    if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
    if (operator === OPS.transform) matrix = within(matrix, numbers.parse(args));
    if (operator === OPS.setTextMatrix) text = numbers.parse(z.array(z.unknown()).parse(args).flatMap(entriesOf));
    if (operator === OPS.setFont) size = font.parse(args)[1];
    if (operator !== OPS.showText) return;
    const shown = glyphs.parse(z.array(z.unknown()).parse(args)[0]);
    const place = within(matrix, text);
    const characters: string[] = [];
    let width = 0;
    for (const one of shown) {
      if (typeof one === 'object') characters.push(one.unicode);
      width += (typeof one === 'object' ? one.width : -one) * (size / 1_000);
    }
    if (at(place, 4) < end) runs.push({ x: at(place, 4), y: at(place, 5), width, glyphs: characters });
  });
  const lines: Run[][] = [];
  for (const run of runs.sort((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    const isSame = line?.[0] !== undefined && line[0].y - run.y <= SAME_LINE;
    if (isSame) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => withGaps(line.sort((one, other) => one.x - other.x)));
}

/** The glyphs of a line, with a blank where texts stand apart. */
function withGaps(line: readonly Run[]): string[] {
  const drawn: string[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const run of line) {
    if (run.x > end + 1) drawn.push(' ');
    drawn.push(...run.glyphs);
    end = run.x + run.width;
  }
  return drawn;
}

/** A matrix is a list or an object with the keys of one. */
function entriesOf(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value);
  return [value];
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}]/u;
const BREAK = /^[\s()[\]]$/u;

/**
 * The words of a line from left to right. A word of letters from right to left is spelled as it is read; blanks are left
 * out, and brackets stand as they are drawn.
 */
export function wordsOf(line: readonly string[]): string[] {
  const words: string[][] = [[]];
  for (const glyph of line) {
    if (!BREAK.test(glyph)) words.at(-1)?.push(glyph);
    else if (/\s/u.test(glyph)) words.push([]);
    else words.push([glyph], []);
  }
  return words.filter((word) => word.length > 0).map(spell);
}

function spell(word: readonly string[]): string {
  const drawn = word.join('');
  const isReversed = RIGHT_TO_LEFT.test(drawn) && !LEFT_TO_RIGHT.test(drawn);
  return (isReversed ? word.toReversed().join('') : drawn).normalize('NFKC');
}
