import { inflateRawSync } from 'node:zlib';
import type { Download } from './test.ts';

/** The bytes of a file that the browser saved. */
export async function bytesOf(file: Download): Promise<Buffer> {
  return Buffer.concat(await (await file.createReadStream()).toArray());
}

const CENTRAL = 0x02014b50;
const LOCAL_HEADER = 30;

/** The files of a ZIP by name, as texts. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === CENTRAL) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + LOCAL_HEADER + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = zip.subarray(start, start + size);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? body : inflateRawSync(body)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };
const plain = (xml: string) => xml.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** The first sheet of an XLSX: the non-empty cells of each row, as texts and numbers. */
export function sheetOf(xlsx: Buffer): string[][] {
  const files = unzip(xlsx);
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(
    ([, text = '']) => plain(text),
  );
  return [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<c ([^>]*)><v>([^<]*)<\/v><\/c>/g)].map(([, about = '', value = '']) =>
        about.includes('t="s"') ? (texts[Number(value)] ?? '') : value,
      ),
  );
}
