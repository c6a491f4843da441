/** Reads a message, and keeps the parts of which reports about deliveries consist. */
import PostalMime from 'postal-mime';
import type { MailParts } from './kinds.ts';
import type { Limits } from './limits.ts';
import { refusedFile } from './refusal.ts';

const MOST_HEADERS = 1_000;
const MOST_PARTS = 50;

function textOf(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === 'string') return content;
  return Buffer.from(new Uint8Array(content)).toString('latin1');
}

export async function readMail(bytes: Uint8Array, { partLength, unpackedBytes }: Limits): Promise<MailParts> {
  if (bytes.length > unpackedBytes) throw refusedFile('The message is too large.');
  const {
    headers,
    text = '',
    attachments,
  } = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch((error: unknown): never => {
    // The library rejects messages whose parts nest too deep or whose header is too long.
    throw refusedFile(
      'This is not a message that can be read: its parts are nested too deep or its header is too long.',
      error,
    );
  });
  return {
    headers: headers.slice(0, MOST_HEADERS).map(({ key, value }) => ({ key, value: value.slice(0, partLength) })),
    text: text.slice(0, partLength),
    parts: attachments.slice(0, MOST_PARTS).map(({ mimeType, content }) => ({
      type: mimeType,
      text: textOf(content).slice(0, partLength),
    })),
  };
}
