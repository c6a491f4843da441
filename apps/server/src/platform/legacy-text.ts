/**
 * Text of programs that do not write UTF-8: Cyrillic as Windows-1251, Western European as Windows-1252. The forms stand in
 * `legacy-text.test.ts`.
 */

/** Letters of Russian, Ukrainian, Belarusian, Bulgarian and Serbian in Windows-1251. */
const CYRILLIC = (byte: number): boolean =>
  byte >= 0xc0 ||
  [
    0x80, 0x90, 0x8a, 0x9a, 0xa1, 0xa2, 0xa3, 0xa5, 0xa8, 0xaa, 0xaf, 0xb2, 0xb3, 0xb4, 0xb8, 0xba, 0xbc, 0xbe, 0xbf,
  ].includes(byte);
/** Cyrillic words are made of such letters alone, while accented letters stand between plain ones. */
const NEXT_TO_ANOTHER = 0.6;

/** The text of bytes that may be in UTF-8, in the declared encoding, or in one of the two that old programs write. */
export function decodeText(bytes: Uint8Array, declared = ''): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decoderOf(declared)?.decode(bytes) ?? new TextDecoder(likelyEncoding(bytes)).decode(bytes);
  }
}

/** An unfilled macro such as `%%CACHEBUSTER%%`, whose first letters would be read as a byte. */
const PERCENT_MACRO = /%%([a-z]\w{0,60})%%/gi;

/** A part of a query or form. Escaped bytes that are no UTF-8 are in the declared charset, or in that of old programs. */
export function unescapedText(part: string, charset = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    const kept = part.replaceAll(PERCENT_MACRO, '%25%25$1%25%25');
    if (kept !== part) return unescapedText(kept, charset);
    const bytes = bytesOf(part);
    return cutText(bytes) ?? decodeText(bytes, charset);
  }
}

/** Decodes the percent-encoded bytes of a text, without reading them as characters yet. */
function bytesOf(part: string): Buffer {
  const latin = part.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1');
}

/**
 * The whole characters of UTF-8 that a program with a limit of bytes cut off inside a character. Null for other bytes, also
 * if the cut character is the only one that is not plain: then it is more likely a letter of another encoding.
 */
function cutText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    if (/[^\0-\x7f]/.test(text)) return text;
    return null;
  } catch {
    return null;
  }
}

/** The charset that a content type names; '' without one. */
export const charsetOf = (contentType = ''): string => /charset=["']?([\w-]{1,40})/i.exec(contentType)?.[1] ?? '';

/** Null for UTF-8, which these bytes are not, and for names that nobody knows. */
function decoderOf(label: string): TextDecoder | null {
  try {
    const decoder = new TextDecoder(label || 'utf-8');
    if (decoder.encoding === 'utf-8') return null;
    return decoder;
  } catch {
    return null;
  }
}

/** The encoding of bytes that are no UTF-8. */
export function likelyEncoding(bytes: Uint8Array): 'windows-1251' | 'windows-1252' {
  let high = 0;
  let cyrillic = 0;
  let together = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    high += 1;
    if (!CYRILLIC(byte)) continue;
    cyrillic += 1;
    if (CYRILLIC(bytes[at - 1] ?? 0) || CYRILLIC(bytes[at + 1] ?? 0)) together += 1;
  }
  const isCyrillic = cyrillic >= high * 0.9 && together >= high * NEXT_TO_ANOTHER;
  if (isCyrillic) return 'windows-1251';
  return 'windows-1252';
}
