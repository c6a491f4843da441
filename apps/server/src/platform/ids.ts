import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';

/**
 * Makes a UUID version 7: 48 bits of milliseconds, then random bits. The ids sort by creation time (to the millisecond)
 * and index well in both PostgreSQL and ClickHouse.
 */
export function newId(clock: Clock = systemClock): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(clock.now().getTime(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
