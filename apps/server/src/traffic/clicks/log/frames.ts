/** Frames of the write-ahead log: `length | crc32 | payload`, both numbers as 32-bit little endian. */
import { crc32 } from 'node:zlib';

export const FRAME_HEAD = 8;
/** The maximum length of a payload; a greater length means that the frame is damaged. */
export const LONGEST_PAYLOAD = 256 * 1024;

/** The position of a payload in the scanned buffer. */
export interface Frame {
  /** Of the whole frame, including its head. */
  start: number;
  payload: number;
  end: number;
}

/** Writes the head of a frame whose payload is already at `at + FRAME_HEAD`. */
export function writeHead(buffer: Buffer, at: number, length: number): void {
  buffer.writeUInt32LE(length, at);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)), at + 4);
}

/** One frame in a new buffer. */
export function frameOf(payload: string): Buffer {
  const length = Buffer.byteLength(payload);
  const buffer = Buffer.allocUnsafe(FRAME_HEAD + length);
  buffer.write(payload, FRAME_HEAD);
  writeHead(buffer, 0, length);
  return buffer;
}

/** The complete frame at `at`, or undefined if there is none. */
export function frameAt(buffer: Buffer, at: number): Frame | undefined {
  if (at + FRAME_HEAD > buffer.length) return undefined;
  const length = buffer.readUInt32LE(at);
  const payload = at + FRAME_HEAD;
  const end = payload + length;
  // The checksum of an empty payload is 0, so a stretch of zeros would look like empty frames.
  if (length === 0 || length > LONGEST_PAYLOAD || end > buffer.length) return undefined;
  if (crc32(buffer.subarray(payload, end)) === buffer.readUInt32LE(at + 4)) return { start: at, payload, end };
  return undefined;
}

/** The frames from the buffer's start up to the first incomplete one; `end` is where the last complete frame ends. */
export function scanFrames(buffer: Buffer): { frames: Frame[]; end: number } {
  const frames: Frame[] = [];
  let end = 0;
  for (let frame = frameAt(buffer, 0); frame !== undefined; frame = frameAt(buffer, end)) {
    frames.push(frame);
    end = frame.end;
  }
  return { frames, end };
}

/** The start of the next complete frame after damage at `from`, or undefined if none follows. */
export function nextFrame(buffer: Buffer, from: number): number | undefined {
  for (let at = from + 1; at + FRAME_HEAD < buffer.length; at += 1) {
    if (frameAt(buffer, at) !== undefined) return at;
  }
  return undefined;
}

/** Whether the rest contains only the zeros that reserve room. */
export function isBlank(buffer: Buffer): boolean {
  return buffer.every((byte) => byte === 0);
}
