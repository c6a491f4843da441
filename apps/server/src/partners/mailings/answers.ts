/**
 * The meaning of a mail server's answer: enhanced status codes (RFC 3463) first, then the plain reply code (RFC 5321).
 */

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

/** Words of mail systems that send no code. */
const NO_SUCH_ADDRESS =
  /\b(?:user|recipient|mailbox|account|address|person)\b.{0,40}\b(?:unknown|not found|not known|not listed|invalid|disabled|does(?: not|n.t) exist)\b|\b(?:unknown|invalid|no such|unrouteable) (?:local )?(?:user|recipient|mailbox|account|address|person)\b/i;
const FULL =
  /\b(?:quota|mailbox|inbox)\b.{0,40}\b(?:exceed\w*|full)\b|\bover ?quota\b|\binsufficient (?:disk|storage|system)\b/i;

/** Whether a line says in words why a mail came back. */
export const saysWhy = (line: string): boolean => NO_SUCH_ADDRESS.test(line) || FULL.test(line);

function classOfWords(answer: string): AnswerClass {
  if (NO_SUCH_ADDRESS.test(answer)) return 'address';
  if (FULL.test(answer)) return 'temporary';
  return 'other';
}

/** The meaning of an answer, or of the status of a delivery report. */
export function classOf(answer: string): AnswerClass {
  const code = enhancedCode(answer);
  if (code === null) {
    const reply = REPLY.exec(answer)?.[1];
    if (reply === undefined) return classOfWords(answer);
    return PLAIN[reply] ?? (reply.startsWith('4') ? 'temporary' : 'other');
  }
  const [kind, subject, detail] = code.split('.');
  if (subject === '7') return 'reputation';
  if (kind === '4' || code === '5.2.2') return 'temporary';
  if (subject === '1' || (subject === '2' && detail === '1')) return 'address';
  return 'other';
}
