/** What an answer of a mail server means: enhanced status codes (RFC 3463) first, then the plain reply code (RFC 5321). */

/**
 * `address`: there is no such mailbox, for ever. `reputation`: it is about us, not about the person. `temporary`: the
 * mailbox cannot take the mail now. `other`: anything else, such as a mail that is too large.
 */
export type AnswerClass = 'address' | 'reputation' | 'temporary' | 'other';

const ENHANCED = /(?:^|[\s(#-])([245]\.\d{1,3}\.\d{1,3})(?=[\s).,:;]|$)/;
const REPLY = /^([245]\d\d)(?:[ -]|$)/;

/** The enhanced status code in an answer, such as `5.1.1`; null if it has none. */
export const enhancedCode = (answer: string): string | null => ENHANCED.exec(answer)?.[1] ?? null;

/** Reply codes of servers that send no enhanced code. */
const PLAIN: Readonly<Record<string, AnswerClass>> = {
  '550': 'address',
  '551': 'address',
  '553': 'address',
  '552': 'temporary',
};

/** The meaning of an answer, or of the status of a delivery report. */
export function classOf(answer: string): AnswerClass {
  const code = enhancedCode(answer);
  if (code === null) {
    const reply = REPLY.exec(answer)?.[1] ?? '';
    return PLAIN[reply] ?? (reply.startsWith('4') ? 'temporary' : 'other');
  }
  const [kind, subject, detail] = code.split('.');
  if (subject === '7') return 'reputation';
  if (kind === '4' || code === '5.2.2') return 'temporary';
  if (subject === '1' || (subject === '2' && detail === '1')) return 'address';
  return 'other';
}
