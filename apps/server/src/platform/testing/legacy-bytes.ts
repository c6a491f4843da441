/** Writes texts in encodings that Node can only read, by turning its own decoders around. */
import type { EncodingName } from '@signpost/contract/reading/encodings.ts';

const DOUBLE_BYTES: ReadonlySet<EncodingName> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
const REPLACEMENT = '\ufffd';

/** The bytes of each character that one or two bytes can write. */
function bytesByCharacter(encoding: EncodingName): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(new Uint8Array(bytes));
    if ([...text].length === 1 && text !== REPLACEMENT && !found.has(text)) found.set(text, bytes);
  };
  for (let byte = 0; byte <= 0xff; byte += 1) add(byte);
  if (!DOUBLE_BYTES.has(encoding)) return found;
  for (let lead = 0x81; lead <= 0xfe; lead += 1) for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  return found;
}

const tables = new Map<EncodingName, Map<string, number[]>>();

/** The bytes of a text. Fails for a character that the encoding does not have. */
export function legacyBytes(encoding: EncodingName, text: string): Buffer {
  const table = tables.get(encoding) ?? bytesByCharacter(encoding);
  tables.set(encoding, table);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (bytes === undefined) throw new Error(`${encoding} has no “${character}”.`);
      return bytes;
    }),
  );
}
