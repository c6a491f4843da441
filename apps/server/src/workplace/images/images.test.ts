/** Pictures that are refused, each with its reason. */
import { uploadImage } from '@signpost/contract/calls/images.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const world = await testApp();
const admin = await world.signIn('Admin');

async function upload(file: Buffer<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new Blob([file]), 'a.png');
  return await attempt(admin, uploadImage, { body: form });
}

const png = async (width: number, height: number): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );

it('accepts a picture, and says of one with too many pixels how many it may have', async () => {
  expect((await upload(await png(20, 10))).status).toBe(201);
  const large = await upload(await png(6_000, 4_100));
  expect(large.status).toBe(400);
  expect(large.text).toContain('The image has 6000 × 4100 pixels; an image may have 24 million');
  // The header alone says 30 000 × 30 000; nothing of the picture itself is there.
  const headerAlone = await png(20, 10);
  headerAlone.writeUInt32BE(30_000, 16);
  headerAlone.writeUInt32BE(30_000, 20);
  const refused = await upload(headerAlone);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('The image has 30000 × 30000 pixels');
  expect((await upload(Buffer.from('no picture'))).text).toContain('Images have to be jpeg, jpg or png.');
});
