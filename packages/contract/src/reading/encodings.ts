/** The encodings of text files that are not in Unicode, as people choose them (docs/decisions/0051). */
import { z } from 'zod';
import { keysOf } from '../objects.ts';

/** The names that browsers and servers know, each with its label. */
export const ENCODINGS = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  'iso-8859-2': 'ISO-8859-2 (Central European)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  'iso-8859-6': 'ISO-8859-6 (Arabic)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  'koi8-u': 'KOI8-U (Ukrainian)',
  ibm866: 'DOS 866 (Cyrillic)',
  macintosh: 'Mac OS Roman (Western European)',
  'x-mac-cyrillic': 'Mac OS Cyrillic',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'iso-2022-jp': 'ISO-2022-JP (Japanese)',
  gb18030: 'GB18030 and GBK (simplified Chinese)',
  big5: 'Big5 (traditional Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
  'utf-8': 'UTF-8 with damaged characters',
} as const;
export type EncodingName = keyof typeof ENCODINGS;
export const ENCODING_NAMES = keysOf(ENCODINGS);

/** The place of errors about the encoding of a file, and the name of its field in an upload. */
export const ENCODING_PATH = 'encoding';

export const encodingSchema = z.enum(ENCODING_NAMES);

/** How a file was read that is not in Unicode. */
export const readAsSchema = z.object({
  name: encodingSchema,
  /** Whether a person has chosen it; otherwise it was detected. */
  isChosen: z.boolean(),
});
export type ReadAs = z.infer<typeof readAsSchema>;

/** The encoding with this name; undefined for a name that is not in the list. */
export const encodingNamed = (name: string | null): EncodingName | undefined =>
  ENCODING_NAMES.find((known) => known === name);

/** Says in which encoding a file was read. */
export const encodingNotice = ({ name }: Pick<ReadAs, 'name'>): string => `Read as ${ENCODINGS[name]}.`;
