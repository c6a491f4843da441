/** Generates X.509 certificates: an authority, and certificates that it signs. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const long = Buffer.from(size.length % 2 === 0 ? size : `0${size}`, 'hex');
  const length =
    content.length < 0x80 ? Buffer.from([content.length]) : Buffer.concat([Buffer.from([0x80 | long.length]), long]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}
const seq = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer) => der(0x02, bytes);
/** Positive, and without an unnecessary first byte. */
const serial = () => integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)]));
const truth = () => der(0x01, Buffer.from([0xff]));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
const nameOf = (text: string) => seq(der(0x31, seq(oid('550403'), der(0x0c, Buffer.from(text)))));
const ECDSA_SHA256 = seq(oid('2a8648ce3d040302'));

export interface Certificate {
  /** PEM. */
  cert: string;
  key: string;
}

interface Wanted {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedBy: KeyObject;
  from: Date;
  until: Date;
  extensions: Buffer;
}

function made({ subject, issuer, publicKey, signedBy, from, until, extensions }: Wanted): string {
  const content = seq(
    der(0xa0, integer(Buffer.from([2]))),
    serial(),
    ECDSA_SHA256,
    nameOf(issuer),
    seq(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(extensions)),
  );
  const signature = sign('sha256', content, signedBy);
  const whole = seq(content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const DAY_MS = 86_400_000;

/** An authority: its own certificate, and a function that signs one for an IPv4 address. */
export function authority(subject: string): {
  cert: string;
  issue(address: string, from: Date, until: Date): Certificate;
} {
  const own = keys();
  const basicConstraints = seq(oid('551d13'), truth(), der(0x04, seq(truth())));
  const now = Date.now();
  const cert = made({
    subject,
    issuer: subject,
    publicKey: own.publicKey,
    signedBy: own.privateKey,
    extensions: basicConstraints,
    from: new Date(now - 400 * DAY_MS),
    until: new Date(now + 400 * DAY_MS),
  });
  return {
    cert,
    issue(address, from, until) {
      const { publicKey, privateKey } = keys();
      const san = seq(oid('551d11'), der(0x04, seq(der(0x87, Buffer.from(address.split('.').map(Number))))));
      const wanted = { subject: address, issuer: subject, publicKey, signedBy: own.privateKey, from, until };
      return {
        cert: made({ ...wanted, extensions: san }),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
