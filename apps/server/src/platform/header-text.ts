const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a header. Node reads its bytes as Latin-1. Many servers write addresses in UTF-8 there, which browsers read
 * as such; what is not UTF-8 stays as it is (Fetch standard, "location URL").
 */
export function headerText(asLatin1: string): string {
  if (!/[\u0080-\u00ff]/.test(asLatin1)) return asLatin1;
  try {
    return UTF8.decode(Buffer.from(asLatin1, 'latin1'));
  } catch {
    return asLatin1;
  }
}
