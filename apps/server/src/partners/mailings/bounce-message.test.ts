/** Messages about returned mails, as mail systems write them, each with its right reading (docs/product/publisher-mail.md). */
import { describe, expect, it } from 'vitest';
import { MAIL_LIMITS } from '../../platform/parsing/limits.ts';
import { readMail } from '../../platform/parsing/mail.ts';
import { classOf } from './answers.ts';
import { readBounce } from './bounce-message.ts';

const OURS = 'mail-7-aa@signpost.example';
const COPY = [
  '--- Below this line is a copy of the message.',
  '',
  'Return-Path: <staff@signpost.example>',
  `Message-ID: <${OURS}>`,
  'Subject: News',
  '',
  'Hello',
];
const DAEMON = 'From: MAILER-DAEMON@mx.example';

const read = async (...lines: readonly string[]) =>
  readBounce(await readMail(Buffer.from(lines.join('\r\n')), MAIL_LIMITS));

describe('Words of a mail system that sends no delivery report', () => {
  it.each([
    [
      'qmail',
      'bounced',
      'address',
      [
        DAEMON,
        'Subject: failure notice',
        '',
        "I'm afraid I wasn't able to deliver your message.",
        '',
        '<ann@example.net>:',
        '192.0.2.32 does not like recipient.',
        'Remote host said: 550 5.1.1 <ann@example.net>... User unknown',
        ...COPY,
      ],
    ],
    [
      'qmail with a code behind the reply',
      'bounced',
      'address',
      [
        DAEMON,
        'Subject: failure notice',
        '',
        '<ann@example.net>:',
        '192.0.2.32 said: 550 Unknown user ann@example.net. (#5.1.1)',
        ...COPY,
      ],
    ],
    [
      'Exim without a code',
      'bounced',
      'other',
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.example>',
        'Subject: Mail delivery failed: returning message to sender',
        '',
        'A message that you sent could not be delivered to all of its recipients.',
        '',
        ...COPY,
      ],
    ],
    [
      'a full mailbox',
      'bounced',
      'temporary',
      [DAEMON, 'Subject: Returned mail', '', '<ann@example.net>: mailbox is full', ...COPY],
    ],
    [
      'a mail system that goes on trying',
      'delayed',
      'temporary',
      [
        DAEMON,
        'Subject: Warning: could not send message for past 4 hours',
        '',
        '450 4.2.1 The mailbox is busy',
        'The message will be retried.',
        ...COPY,
      ],
    ],
    [
      'Exchange, as an answer to the mail',
      'bounced',
      'address',
      [
        'From: System Administrator <postmaster@mx.example>',
        'Subject: Undeliverable: News',
        `In-Reply-To: <${OURS}>`,
        '',
        'Your message did not reach the following recipient(s):',
        'ann@example.net',
        'Unknown Recipient',
      ],
    ],
    [
      'our reputation',
      'bounced',
      'reputation',
      [
        DAEMON,
        'Subject: Undelivered Mail Returned to Sender',
        '',
        '554 5.7.1 Rejected: listed at a blocklist',
        ...COPY,
      ],
    ],
  ] as const)('are read: %s', async (_, kind, meaning, lines) => {
    const { code, answer, ...found } = await read(...lines);
    expect(found).toEqual({ kind, about: OURS });
    expect(classOf(code ?? answer)).toBe(meaning);
  });

  it.each([
    [
      'a person’s automatic reply',
      'automatic',
      [
        'From: Ann <ann@example.net>',
        'Subject: Out of office',
        'Auto-Submitted: auto-replied',
        '',
        'I am away until 5.5.2027.',
        ...COPY,
      ],
    ],
    [
      'a person’s answer that quotes a code',
      'unknown',
      ['From: Ann <ann@example.net>', 'Subject: Re: News', '', 'I got 550 5.1.1 User unknown from you.', ...COPY],
    ],
    [
      'a mail of the administrator',
      'unknown',
      ['From: postmaster@example.net', 'Subject: New certificates', '', 'The certificates are there.'],
    ],
  ] as const)('are not read from %s', async (_, kind, lines) => {
    expect((await read(...lines)).kind).toBe(kind);
  });
});

describe('A delivery report', () => {
  const reportWith = (copy: readonly string[]) => [
    DAEMON,
    'Content-Type: multipart/report; boundary=b',
    '',
    '--b',
    '',
    '550 5.7.1 These words do not count.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '--b',
    ...copy,
    '--b--',
  ];

  it('counts before the words beside it, whatever part repeats the header of the mail', async () => {
    for (const copy of [
      ['Content-Type: message/rfc822', '', `Message-ID: <${OURS}>`, '', 'Hello'],
      ['Content-Type: message/rfc822', 'Content-Disposition: inline', '', `Message-ID:`, ` <${OURS}>`, '', 'Hello'],
      ['Content-Type: text/rfc822-headers', '', `Message-ID: <${OURS}>`],
      ['Content-Type: text/plain', '', `> Message-Id: <${OURS}>`],
    ])
      expect(await read(...reportWith(copy)), copy.join()).toEqual({
        kind: 'bounced',
        code: '5.1.1',
        answer: '550 5.1.1 No such user',
        about: OURS,
      });
  });
});
