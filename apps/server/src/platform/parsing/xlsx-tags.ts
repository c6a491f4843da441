/** The tags of a workbook's parts: bounds for what is read at all, and the attributes of one tag. */
import { refusedFile } from './refusal.ts';

export const UNREADABLE = 'This is no XLSX file that can be read. Save it as CSV and try again.';

/** Elements of workbooks have about twenty attributes. The time for reading more grows faster than their number squared. */
const MOST_ATTRIBUTES = 200;
/** Elements of workbooks stand in about ten others. Reading one that is never closed costs time for all that follow. */
const MOST_LEVELS = 100;
/** Values in a tag contain no `<`, so a match ends at the next tag at the latest. */
const PIECE = /[<>]|"[^"<]*"|'[^'<]*'/g;
/** Text that is not read as tags, by how it begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** The index at which the text that is no tag ends; `at` itself if a tag begins there, and -1 if it never ends. */
function endOfSkipped(text: string, at: number): number {
  const found = SKIPPED.find(([begin]) => text.startsWith(begin, at));
  if (found === undefined) return at;
  const end = text.indexOf(found[1], at);
  if (end === -1) return -1;
  return end + found[1].length;
}

/** Refuses XML that no spreadsheet program writes, before the library reads it. Errors: VALIDATION at `file`. */
export function checkTags(text: string): void {
  let isInTag = false;
  let attributes = 0;
  let levels = 0;
  for (PIECE.lastIndex = 0; PIECE.test(text); ) {
    const at = PIECE.lastIndex - 1;
    if (text[at] === '>') {
      if (isInTag && text[at - 1] === '/') levels -= 1;
      isInTag = false;
    } else if (text[at] === '<') {
      const end = endOfSkipped(text, at);
      if (end === -1 || isInTag) throw refusedFile(UNREADABLE);
      if (end > at) {
        PIECE.lastIndex = end;
        continue;
      }
      const next = text[at + 1];
      if (next === '/') levels -= 1;
      else if (next !== '?' && next !== '!') levels += 1;
      isInTag = true;
      attributes = 0;
    } else if (isInTag) attributes += 1;
    if (attributes > MOST_ATTRIBUTES || levels > MOST_LEVELS) throw refusedFile(UNREADABLE);
  }
}

/** A text without its comments. One that never ends is left as it is: `checkTags` refuses it. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let begin = text.indexOf('<!--'); begin !== -1; begin = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', begin + '<!--'.length);
    if (end === -1) break;
    kept.push(text.slice(at, begin));
    at = end + '-->'.length;
  }
  kept.push(text.slice(at));
  return kept.join('');
}

/** A pattern for an attribute, whose value is in one of its groups. The name may have a prefix, as in `r:id`. */
const attributePattern = (name: string): RegExp => new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`);

/** A reader of one attribute of a tag, from what stands behind the tag's name. The value is as it stands in the file. */
export function attributeReader(name: string): (attributes: string) => string | undefined {
  const pattern = attributePattern(name);
  return (attributes) => {
    const found = pattern.exec(attributes);
    if (found === null) return undefined;
    return found[1] ?? found[2];
  };
}

/** The attributes behind the name in each tag with this name, as text. */
export function tagsOf(text: string, name: string): string[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}((?:\\s+[\\w:]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*/?>`, 'g');
  return [...text.matchAll(pattern)].map(([, attributes = '']) => attributes);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The value of an attribute without its entities. */
export const plainText = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return whole;
  });

/** A text as the content of an element. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
