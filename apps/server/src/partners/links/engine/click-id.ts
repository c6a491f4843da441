/** Whether a click id is still carried at a step of a chain: in the address or in a cookie, in any usual encoding. */

/** Whether a text contains an id with or without its dashes, as it is, percent-encoded, or in base64 or base64url, without regard to case. */
export function carries(text: string, id: string): boolean {
  return contains(text, id.toLowerCase()) || contains(text, id.toLowerCase().replaceAll('-', ''));
}

function contains(text: string, wanted: string): boolean {
  if (text.toLowerCase().includes(wanted) || decoded(text).toLowerCase().includes(wanted)) return true;
  return [...decoded(text).matchAll(/[A-Za-z0-9+/_-]{16,}/g)].some(([word]) =>
    Buffer.from(word, 'base64url').toString('latin1').toLowerCase().includes(wanted),
  );
}

/** Decodes percent signs twice, because trackers nest whole addresses in parameters. */
function decoded(text: string): string {
  const once = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeSafely);
  return once.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeSafely);
}

function decodeSafely(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Bytes that are not valid text contain no id.
    return encoded;
  }
}
