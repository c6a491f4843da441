import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setQuietHours } from '../calls/notifications.ts';
import { listRuns } from '../calls/runs.ts';
import { newNoteSchema } from '../insight/notes/notes.ts';
import { newTargetSchema } from '../workplace/notifications/targets.ts';

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('the message that people read about a refused call', () => {
  it('is a sentence, whatever the schema refuses', () => {
    const schema = z.strictObject({
      text: z.string().min(1).max(3),
      number: z.number().max(5),
      whole: z.int(),
      list: z.array(z.string()).min(1),
      choice: z.enum(['a', 'b']),
      url: z.url(),
      either: z.union([z.number(), z.boolean()]),
      yes: z.boolean(),
    });
    const wrong = [
      {},
      { text: '', number: Number.NaN, whole: 1.5, list: [], choice: 'c', url: 'x', either: 'x', yes: 3, more: 1 },
      { text: 'long text', number: 6, whole: 'x', list: 'x', choice: null, url: 3, either: null, yes: 'x' },
    ].flatMap((value) => messagesOf(schema, value));
    expect(wrong).toHaveLength(25);
    for (const message of wrong) expect(message).not.toMatch(/expected|received|Invalid|Too |Unrecognized|must /);
  });

  it('names the limit of a note, the number of a job, a time, and the name of a channel', () => {
    const subject = { kind: 'record', entity: 'tag', id: 1 };
    expect(messagesOf(newNoteSchema, { subject, body: 'x'.repeat(2_001) })).toEqual(['At most 2000 characters.']);
    expect(messagesOf(listRuns.query, { before: 'soon' })).toEqual(['Enter a number.']);
    expect(messagesOf(setQuietHours.body, { quietHours: { from: 7, to: '07:00' } })).toEqual([
      'Enter a text.',
      'Field has to be filled.',
    ]);
    expect(messagesOf(newTargetSchema, { kind: 'webhook', label: 'x'.repeat(61), url: 'https://example.com' })).toEqual(
      ['At most 60 characters.'],
    );
  });
});

describe('the address of a webhook', () => {
  const errorsOf = (url: string) => messagesOf(newTargetSchema, { kind: 'webhook', label: 'Mine', url });

  it('is encrypted, except on this computer', () => {
    for (const url of ['https://example.com/hook', 'http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]/'])
      expect([url, errorsOf(url)]).toEqual([url, []]);
    for (const url of ['http://example.com/hook', 'ftp://example.com', 'example.com', ''])
      expect(errorsOf(url)).toEqual(['Enter an address that starts with https://.']);
  });

  it('holds no user name and no password', () => {
    for (const url of ['https://user:secret@example.com/', 'https://user@example.com/'])
      expect(errorsOf(url)).toEqual(['Leave out the user name and the password of the address.']);
  });
});
