import { randomBytes } from 'node:crypto';
import { MAIL_LIMITS } from '@signpost/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type NewMail, sendMail } from './outbox.ts';
import { notificationWorld } from './testing/world.ts';

const world = await notificationWorld();
const { db, smtp, deliverAll } = world;
const newAddress = () => `${newId()}@outside.example.test`;

const put = (mail: Partial<NewMail> & Pick<NewMail, 'to'>) =>
  db.transaction().execute((trx) =>
    sendMail(trx, new Date(), {
      dedupeKey: newId(),
      subject: 'Your report',
      content: { body: { lines: ['It is attached.'] } },
      ...mail,
    }),
  );
const arrivedAt = async (to: string) =>
  await Promise.all(smtp.mails.filter((mail) => mail.to === to).map((mail) => mail.read()));

describe('a mail to an address outside', () => {
  it('arrives once with its attachments byte for byte, which are then deleted here', async () => {
    const to = newAddress();
    const dedupeKey = newId();
    const content = randomBytes(50_000);
    const mail = {
      to,
      dedupeKey,
      replyTo: 'team@example.test',
      attachments: [{ name: 'Übersicht.csv', contentType: 'text/csv', content }],
    };
    expect(await put(mail)).toEqual(expect.any(Number));
    expect(await put(mail)).toBeNull();
    await deliverAll();
    const [arrived, ...others] = await arrivedAt(to);
    expect(others).toEqual([]);
    expect(arrived).toMatchObject({ subject: 'Your report', replyTo: [{ address: 'team@example.test' }] });
    expect(arrived?.text).toContain('It is attached.');
    const [attachment] = arrived?.attachments ?? [];
    expect(attachment?.filename).toBe('Übersicht.csv');
    expect(Buffer.from(attachment?.content as ArrayBuffer).equals(content)).toBe(true);
    expect(await db.selectFrom('mailAttachments').select('id').execute()).toEqual([]);
  });

  it('can have a text of its own, and stands alone also within a thread', async () => {
    const to = newAddress();
    for (const number of [1, 2])
      await put({
        to,
        threadKey: 'letters',
        subject: `Letter ${number}`,
        content: { html: `<p>Dear <b>all</b>, ${number}</p>`, plain: `Dear all, ${number}` },
      });
    await deliverAll();
    const arrived = await arrivedAt(to);
    expect(arrived.map(({ subject, text }) => [subject, text?.trim()]).sort()).toEqual([
      ['Letter 1', 'Dear all, 1'],
      ['Letter 2', 'Dear all, 2'],
    ]);
    expect(arrived[0]?.html).toContain('<b>all</b>');
    expect(new Set(arrived.map(({ references }) => references)).size).toBe(1);
    expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('cannot smuggle headers or other recipients in', async () => {
    const to = newAddress();
    await put({ to, subject: 'Hello\r\nBcc: everybody@example.test' });
    await deliverAll();
    const [arrived] = await arrivedAt(to);
    expect(arrived?.subject).toBe('Hello Bcc: everybody@example.test');
    expect(arrived?.bcc ?? []).toEqual([]);
    for (const address of ['no address', 'a@example.test, b@example.test', 'a@example.test\r\nBcc: b@example.test'])
      await expect(put({ to: address })).rejects.toMatchObject({ errors: [{ path: 'to' }] });
  });

  it('is refused when its attachments are too large', async () => {
    const content = Buffer.alloc(MAIL_LIMITS.attachmentBytes + 1);
    const attachments = [{ name: 'large.bin', contentType: 'application/octet-stream', content }];
    await expect(put({ to: newAddress(), attachments })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});
