/** Encodings that write the letters of other scripts with characters of ASCII, so that their bytes are valid UTF-8. */

/** Marks in front of Japanese characters in ISO-2022-JP. */
const JAPANESE = ['\u001b$B', '\u001b$@'];
/** Marks of the encodings that nothing here can decode. */
const UNREADABLE: readonly [mark: string, label: string][] = [
  ['\u001b$)C', 'ISO-2022-KR'],
  ['\u001b$)A', 'ISO-2022-CN'],
  ['\u001b$)G', 'ISO-2022-CN'],
  ['\u001b$(D', 'ISO-2022-JP-1'],
];
const HZ = /~\{(?:[!-w][!-~]){1,200}~\}/;
/** A run of base64, as UTF-7 has it instead of other characters. */
const BASE64_RUN = /\+([A-Za-z0-9+/]{3,})/g;
/** Letters that make one run enough: Latin with accents, Greek, Cyrillic, Armenian and Hebrew. */
const TELLING = /^[\u00a0-\u017f\u0370-\u05ff]+$/;
const LETTERS = /^[\p{L}\p{M}\p{P}]+$/u;
/** So many different runs are enough for any letters. */
const TELLING_RUNS = 3;

/** The encoding that is hidden in a text of ASCII; null for a plain text. Only that of Japanese can be decoded. */
export function sevenBitEncoding(text: string): 'iso-2022-jp' | { unreadable: string } | null {
  const found = UNREADABLE.find(([mark]) => text.includes(mark));
  if (found !== undefined) return { unreadable: found[1] };
  if (JAPANESE.some((mark) => text.includes(mark))) return 'iso-2022-jp';
  if (HZ.test(text)) return { unreadable: 'HZ-GB-2312' };
  if (isUtf7(text)) return { unreadable: 'UTF-7' };
  return null;
}

/** Whether each run of base64 behind a plus sign is text. Numbers and words behind a plus sign are none. */
function isUtf7(text: string): boolean {
  const runs = new Set<string>();
  let isTelling = false;
  for (const [, run = ''] of text.matchAll(BASE64_RUN)) {
    const decoded = decodedRun(run);
    if (decoded === null) return false;
    runs.add(run);
    isTelling ||= TELLING.test(decoded);
  }
  return isTelling || runs.size >= TELLING_RUNS;
}

/** The characters of a run in UTF-16; null if it is not made of whole ones, or if they are no letters. */
function decodedRun(run: string): string | null {
  const bytes = Buffer.from(run, 'base64');
  // The bits that are left over are zero and fewer than those of a character of base64.
  const isWhole = (run.length * 6) % 16 < 6 && bytes.toString('base64').replaceAll('=', '') === run;
  const units = Math.floor((run.length * 6) / 16);
  if (!isWhole) return null;
  const text = new TextDecoder('utf-16be').decode(bytes.subarray(0, units * 2));
  if (LETTERS.test(text)) return text;
  return null;
}
