/** Frames of the write-ahead log: `length | crc32 | payload`, both numbers as 32-bit little endian. */
import { crc32 } from 'node:zlib';

export const FRAME_HEAD = 8;
/** No payload is longer; a length beyond it is damage. */
export const LONGEST_PAYLOAD = 256 * 1024;

/** Where one payload lies in the buffer that was scanned. */
export interface Frame {
  /** Of the frame, its head included. */
  start: number;
  payload: number;
  end: number;
}

/** Writes one frame's head before a payload that lies at `at + FRAME_HEAD` already. */
export function writeHead(buffer: Buffer, at: number, length: number): void {
  buffer.writeUInt32LE(length, at);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)), at + 4);
}

/** One frame as a buffer of its own. */
export function frameOf(payload: string): Buffer {
  const length = Buffer.byteLength(payload);
  const buffer = Buffer.allocUnsafe(FRAME_HEAD + length);
  buffer.write(payload, FRAME_HEAD);
  writeHead(buffer, 0, length);
  return buffer;
}

/** The whole frame at `at`, or undefined where there is none. */
export function frameAt(buffer: Buffer, at: number): Frame | undefined {
  if (at + FRAME_HEAD > buffer.length) return undefined;
  const length = buffer.readUInt32LE(at);
  const payload = at + FRAME_HEAD;
  const end = payload + length;
  // Nothing has no checksum of its own: a stretch of zeros would be a row of empty frames.
  if (length === 0 || length > LONGEST_PAYLOAD || end > buffer.length) return undefined;
  return crc32(buffer.subarray(payload, end)) === buffer.readUInt32LE(at + 4) ? { start: at, payload, end } : undefined;
}

/** The frames from the buffer's start to the first that is not whole; `end` is where the last whole one ends. */
export function scanFrames(buffer: Buffer): { frames: Frame[]; end: number } {
  const frames: Frame[] = [];
  let end = 0;
  for (let frame = frameAt(buffer, 0); frame !== undefined; frame = frameAt(buffer, end)) {
    frames.push(frame);
    end = frame.end;
  }
  return { frames, end };
}

/** Where the next whole frame begins after damage at `from`, or undefined when none follows. */
export function nextFrame(buffer: Buffer, from: number): number | undefined {
  for (let at = from + 1; at + FRAME_HEAD < buffer.length; at += 1) {
    if (frameAt(buffer, at) !== undefined) return at;
  }
  return undefined;
}

/** Whether there is nothing but the zeros that reserve room. */
export function isBlank(buffer: Buffer): boolean {
  return buffer.every((byte) => byte === 0);
}
