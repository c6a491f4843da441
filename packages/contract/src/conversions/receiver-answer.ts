/**
 * Decides from the answer of a receiver whether an outgoing postback arrived. Networks answer 200 and say in the text that
 * they refused it: `success=false; err_msg=…`, `{"status":2,…}`, `{"status":"error"}`, or a page to sign in.
 */

export interface ReceiverAnswer {
  http: number;
  contentType: string;
  body: string;
}

/** The texts that a person set for the address; empty or null for none. */
export interface AnswerTexts {
  successText: string | null;
  failureText: string | null;
}

/** `unclear` counts as delivered, and the delivery says why it is not sure. */
export type AnswerVerdict =
  | { verdict: 'delivered' }
  | { verdict: 'unclear'; problem: string }
  | { verdict: 'failed'; problem: string | null };

/** Answers that mean "no" in the documentation of some network, and in no other "yes". */
const SAYS_NO: readonly RegExp[] = [
  /\bsuccess["']?\s*[=:]\s*["']?false\b/i,
  /\bstatus["']?\s*[=:]\s*["'](?:error|fail|failed|failure|rejected|invalid)["']/i,
  /^\s*(?:status\s*[=:]\s*)?(?:error|fail|failed|failure|rejected|invalid|nok|denied)\b/i,
  /\berr(?:or)?_?(?:msg|message|code)["']?\s*[=:]\s*["']?[\w-]/i,
  /"error"\s*:\s*(?:true|"[^"]|\{)/i,
];
/** A number as a status: some networks say "taken" with 1 or 200, and "refused" with another. */
const NUMBERED = /^\s*\{[^{}]*"status"\s*:\s*(\d{1,3})\b/i;
const TAKEN: ReadonlySet<string> = new Set(['0', '1', '200', '201', '202']);
const PAGE = /^\s*(?:<!doctype html|<html\b|<head\b|<body\b)/i;

const includes = (body: string, text: string): boolean => body.toLowerCase().includes(text.trim().toLowerCase());
const isSet = (text: string | null): text is string => text !== null && text.trim() !== '';

/** The set texts decide before everything else; without them, a known "no" is a failure and a page is unclear. */
export function judgeAnswer({ http, contentType, body }: ReceiverAnswer, texts: AnswerTexts): AnswerVerdict {
  if (http < 200 || http > 299) return { verdict: 'failed', problem: null };
  const { failureText, successText } = texts;
  if (isSet(failureText) && includes(body, failureText)) return { verdict: 'failed', problem: 'said no' };
  if (isSet(successText)) {
    if (includes(body, successText)) return { verdict: 'delivered' };
    return { verdict: 'failed', problem: 'not confirmed' };
  }
  if (SAYS_NO.some((no) => no.test(body))) return { verdict: 'failed', problem: 'said no' };
  if (PAGE.test(body) || (/\btext\/html\b/i.test(contentType) && /<[a-z][a-z0-9]{0,10}[\s>]/i.test(body)))
    return { verdict: 'unclear', problem: 'answered with a page' };
  const status = NUMBERED.exec(body)?.[1];
  if (status !== undefined && !TAKEN.has(status)) return { verdict: 'unclear', problem: `answered status ${status}` };
  return { verdict: 'delivered' };
}
