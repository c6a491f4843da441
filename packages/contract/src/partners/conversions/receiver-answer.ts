/**
 * Decides from the answer of a receiver whether an outgoing postback arrived. Networks answer 200 and say in the text that
 * they refused it: `success=false; err_msg=…`, `{"code":40100,…}`, `<status>Rejected</status>`, `SubId not found`, or a
 * page to sign in. The answers that networks document stand in `receiver-answer.test.ts`.
 */
import { type Field, fieldsOf, type Levels, withoutBlanks, withoutWarnings } from './receiver-fields.ts';

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

const DELIVERED: AnswerVerdict = { verdict: 'delivered' };
const SAID_NO: AnswerVerdict = { verdict: 'failed', problem: 'said no' };
const unclear = (problem: string): AnswerVerdict => ({ verdict: 'unclear', problem });
const PAGE_ANSWER = 'answered with a page';

/** A number that decides only together with words: 1 is success for one network and an error for another. */
interface Hint {
  number: 'yes' | 'no' | 'either' | 'unknown';
  unclear: string;
}

/** The meaning of one value; an object with a reason if it is not clear. */
type Says = 'yes' | 'no' | Hint | { number?: undefined; unclear: string } | null;
const YES_AND_NO = { unclear: 'answered yes and no' } as const;
/** The receiver already has the record: neither a success nor a reason to send it again. */
const KNOWN_ALREADY = { unclear: 'answered neither yes nor no' } as const;

/** Names of fields that are true if the postback was accepted. */
const TRUTHS =
  /^(?:is|was|has)?(?:lead|postback|conversion)?(?:is|was)?(?:success|successful|succeeded|ok|accepted|valid|validpost|received|eventsreceived|(?:num)?eventsprocessed|processed|delivered|saved|stored|acknowledged|sold|purchased)$/;
/** Names of fields that are empty, false or 0 if there was no error. */
const ERRORS =
  /^(?:is|has|num|total)?(?:errors?|err|errormessages?|errors?msg|errmsg|errdesc|errordescription|errordetails?|errortext|errorno|errno|errornumber|errorcode|errcode|errorcount|errorrecords|fault|faultstring|faultcode|exception|failed|failedcount|failedrecords|failedevents|failures?|failurecount|failurereason|invalidevents|rejected|rejectedcount|rejectedrecords|rejectedevents|partialfailure|partialfailureerror|partialerrors?|validationerrors?)$/;
/** Names of fields that explain a refusal, such as `reject_reason`. Without a value they say nothing. */
const REFUSALS =
  /^(?:reject|rejected|rejection|refusal|refused|decline|declined|denial|denied|error|fail|failed|failure|cancel|cancellation|block|disqualification)(?:reasons?|codes?|messages?|texts?|types?|details?|descriptions?|comments?)$/;
/** Names of fields that are true for a record that the receiver already has. */
const KNOWN = /^(?:is|was)?(?:lead)?(?:is)?(?:duplicate|duplicated|dupe|alreadyexists|alreadyregistered)$/;
/** Names of fields that hold the outcome, as a word or a number. */
const STATES =
  /^(?:(?:request|response|result|post|submission)?status|statustext|state|result|results|outcome|response|answer|returnvalue)$/;
const CODES = /^(?:code|statuscode|httpcode|httpstatus|responsecode|resultcode|returncode|retcode|ret|rc)$/;
const MESSAGES =
  /^(?:(?:status|response|result|public)?(?:message|messages|msg|reason|reasons|description|detail|details)|info|text|title|comment)$/;

const TRUE = /^(?:true|yes|y|[1-9]\d{0,8})$/i;
const FALSE = /^(?:false|no|n|0|nok|ko)$/i;
const NOTHING = /^(?:false|no|none|null|nil|undefined|0+|200|n\/a|ok|okay|success|successful|no[ _-]?errors?|-)?$/i;
const YES_WORD =
  /^\W{0,3}(?:ok|okay|yes|true|success\w{0,5}|succeeded|accepted|approved|done|received|thanks?|thank you|saved|stored|recorded|registered|tracked|processed|completed?|confirmed|delivered|distributed|queued|created|acknowledged|ack|pong|sold|purchased|matched|valid|20[0-24])(?!\w)/i;
/** A sentence that says that the postback was accepted: "Postback accepted", "The conversion has been recorded". */
const YES_SENTENCE = /\bsuccessfully\b|успешно|^принят[ао]?$|成功/i;
const SUBJECT = /\b(?:postback|conversion|event|lead|sale|request|data|record|report)s?\b/gi;
const OUTCOME =
  /\b(?:ok|accepted|approved|received|saved|stored|recorded|registered|tracked|processed|logged|added|created|successful|confirmed|sold)\b/i;
/** How many characters behind a subject its outcome is looked for. */
const NEAR = 64;

/** Whether a line of the text says that something was accepted. */
function saysYes(text: string): boolean {
  if (YES_SENTENCE.test(text)) return true;
  for (const { index } of text.matchAll(SUBJECT)) {
    const [rest = ''] = text.slice(index, index + NEAR).split(/[\r\n]/, 1);
    if (OUTCOME.test(rest)) return true;
  }
  return false;
}
const NO_WORDS: readonly RegExp[] = [
  /\b(?:errors?|fail|fails|failed|failure|failures|invalid|reject|rejected|rejects|rejection|refused|declined|denied|nok)\b/i,
  /\b(?:forbidden|prohibited|unauthori[sz]ed|mismatch(?:ed)?|expired|expiry|exception|blocked|banned|broken)\b/i,
  /\b(?:disabled|inactive|paused|suspended|archived|revoked|exceeded|rate limited|too many requests|unmatched|unsold)\b/i,
  /\b(?:insufficient|malformed|unsupported|unauthenticated|unavailable|out of range|too old|timed out|timeout)\b/i,
  /\b(?:cap|limit|quota) (?:is |was |has been )?(?:reached|hit|full)\b/i,
  /\bover (?:\w+ )?(?:cap|limit|quota)\b|\bno pay\b|\bblack ?list(?:ed)?\b/i,
  /\b0 (?:\w+ )?(?:accepted|processed|recorded|inserted|created|matched|saved|imported)\b/i,
  /\b(?:accepted|processed|recorded|inserted|created|matched|saved|imported):? 0\b/i,
  /\bunknown (?:click|sub|transaction|campaign|offer|user|token|id)\w*/i,
  /\b(?:no such|bad request|missing|wrong|incorrect|unsuccessful|unable to|could ?n[o']t|can ?not|can't)\b/i,
  /\b(?:is|are) required\b/i,
  /\bno \w+ (?:\w+ )?found\b/i,
  /\bno (?:buyers?|match(?:es)?|coverage|sale)\b/i,
  /\b(?:outside criteria|outside of criteria|cleared due)\b/i,
  /\b(?:not|isn't|wasn't) (?:in|on) (?:the |our )?whitelist\b/i,
  /\b(?:not|isn't|wasn't|doesn't|does not|was not|is not) (?:be |been )?(?:found|exist|existed|ok|allowed|accepted|valid|permitted|whitelisted|authori[sz]ed|authed|recogni[sz]ed|known|recorded|saved|active|registered|processed|delivered|successful|sold|matched|authenticated|provided|supplied|supported|available|approved|tracked|enabled|configured)\b/i,
  // Words of networks that answer in Russian or Chinese, where no boundary of a word can be asked for.
  /ошибк|не найден|не существует|неверн|отклон[её]н|не принят|не удалось|失败|错误|无效|不存在/i,
];
/** Words of failure that say that there was none, and a demand that asks for nothing. */
const NO_FAILURE =
  /\b(?:no|0|zero|without|without any) (?:errors?|failures?)\b|\bno (?:further )?action (?:is )?required\b|\b(?:errors?|failed|failures?)["']?\s?[=:]\s?(?:0|none|null|false|no)\b/gi;
const NO_STATE =
  /^(?:false|no|ko|nok|notok|bad|cancell?ed|not_?found|unauthori[sz]ed|skipped|skip|ignored|discarded|dropped|bounced|disqualified|filtered|undeliverable)$/i;
/** A state of a record that the receiver already has. */
const KNOWN_STATE = /^(?:duplicated?|dupe|duplicate_\w{1,40}|already_?(?:exists|registered|sold)|exists)$/i;

/** Reads a text as yes or no by its words. A text with words for both is not clear. */
function inWords(text: string): Says {
  const spaced = text.replaceAll('_', ' ');
  const bare = spaced.replaceAll(NO_FAILURE, '');
  const isNo = NO_WORDS.some((words) => words.test(bare));
  const hasYes = bare !== spaced || YES_WORD.test(bare) || saysYes(bare);
  if (isNo && YES_WORD.test(bare)) return YES_AND_NO;
  if (isNo) return 'no';
  if (hasYes) return 'yes';
  return null;
}

/** Fields of an error that describe it. Others, such as the id of a log entry, stand there without an error, too. */
const DESCRIBES = /^(?:(?:sub)?code|errors?|type|status)$/;

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string' || typeof value === 'number') return NOTHING.test(String(value).trim());
  if (typeof value !== 'object') return false;
  const entries = Object.entries(value);
  const telling = entries.filter(([name]) => DESCRIBES.test(name.toLowerCase()) || MESSAGES.test(name.toLowerCase()));
  const read = telling.length === 0 ? entries : telling;
  return read.every(([, one]) => isEmpty(one));
}

/** Reads an outcome. Some networks write 1 or 200 for “accepted” and another number for “refused”. */
function stateOf(value: unknown): Says {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (/^-?\d{1,9}$/.test(text)) return { number: statusNumber(text), unclear: `answered status ${text}` };
  if (NO_STATE.test(text)) return 'no';
  if (KNOWN_STATE.test(text)) return KNOWN_ALREADY;
  return inWords(text);
}

function statusNumber(text: string): Hint['number'] {
  if (/^(?:1|20[0-24])$/.test(text)) return 'yes';
  if (text === '0') return 'either';
  return 'unknown';
}

function codeOf(value: unknown): Says {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (!/^-?\d{1,9}$/.test(text)) return stateOf(value);
  return { number: codeNumber(text), unclear: `answered code ${text}` };
}

function codeNumber(text: string): Hint['number'] {
  const code = Number(text);
  // 2000 and 20000 are the 200 of networks whose codes are longer than those of HTTP.
  if (code === 0 || (code >= 200 && code < 300) || /^20{3,5}$/.test(text)) return 'yes';
  // The errors of HTTP, also with more digits, as TikTok writes them: 404, 40100, 50000. Only their network knows others.
  if (code < 0 || /^(?:3\d\d|[45]\d{2,5})$/.test(text)) return 'no';
  if (code === 1) return 'either';
  return 'unknown';
}

/** An error that is empty says less than a word: `{"code":400,"error":null}` is a refusal. */
type FieldSays = Says | 'no error';

function fieldSays({ name, value }: Field): FieldSays {
  if (ERRORS.test(name) || REFUSALS.test(name)) return isEmpty(value) ? 'no error' : 'no';
  if (KNOWN.test(name)) return TRUE.test(String(value)) ? KNOWN_ALREADY : null;
  if (TRUTHS.test(name)) {
    if (TRUE.test(String(value))) return 'yes';
    if (FALSE.test(String(value)) || value === null) return 'no';
    return stateOf(value);
  }
  if (STATES.test(name)) return stateOf(value);
  if (CODES.test(name)) return codeOf(value);
  return null;
}

const isObjectOf = (one: FieldSays): one is Exclude<FieldSays, string | null> =>
  typeof one === 'object' && one !== null;

/**
 * Combines the fields of one depth. A word that says “no” decides. Numbers decide unless words contradict them, and
 * messages are read where the other fields do not say enough.
 */
function levelSays(fields: readonly Field[]): Says {
  const said = fields.map(fieldSays);
  if (said.includes('no')) return 'no';
  const unsure = said.filter(isObjectOf);
  const doubt = unsure.find(({ number }) => number === undefined);
  if (doubt !== undefined) return doubt;
  const texts = fields.filter(({ name, value }) => MESSAGES.test(name) && typeof value === 'string');
  const words = inWords(texts.map(({ value }) => String(value)).join('\n'));
  const hasYes = said.includes('yes');
  const numbered = (meaning: Hint['number']) => unsure.find(({ number }) => number === meaning);
  if (numbered('no') !== undefined) return hasYes || words === 'yes' ? YES_AND_NO : 'no';
  if (words === 'no') return hasYes ? YES_AND_NO : 'no';
  const open = numbered('unknown') ?? numbered('either');
  if (open !== undefined) return open.number === 'either' && (hasYes || words === 'yes') ? 'yes' : open;
  if (hasYes) return 'yes';
  if (numbered('yes') === undefined && !said.includes('no error')) return words;
  return words ?? 'yes';
}

const isYes = (says: Says): boolean => says === 'yes' || (isObjectOf(says) && says.number === 'yes');

/** A field that says “no” about one record, although the answer as a whole says “yes”. */
function isNoOfResult(field: Field): boolean {
  const isRead = field.isOfResult || field.name.endsWith('validationerrors');
  return isRead && fieldSays(field) === 'no';
}

function levelsSay(levels: Levels): Says {
  const outer = levels.map(levelSays).find((says) => says !== null) ?? null;
  if (!isYes(outer)) return outer;
  const fields = levels.flat();
  if (fields.some(isNoOfResult)) return 'no';
  if (fields.some((field) => field.isOfResult && fieldSays(field) === KNOWN_ALREADY)) return YES_AND_NO;
  return outer;
}

const PAGE = /^<(?:!doctype html|html|head|body)\b/i;
const TAG = /<(?:a|b|br|center|div|font|form|h[1-6]|hr|i|img|li|meta|p|pre|script|span|strong|table|title|ul)\b/i;
const FAULT = /<(?:[\w-]{1,60}:)?fault\b/i;
/** A picture of one dot, as pixels answer. */
const isPicture = (contentType: string, text: string): boolean =>
  /^image\//i.test(contentType) || text.startsWith('GIF8') || text.startsWith('\ufffdPNG');
/** A text that begins with a name and its value. */
const NAMED = /^\W{0,3}[\w-]{1,40}["']?\s{0,3}[=:]/;
/** How much of a text is looked at. */
const LONGEST = 20_000;

/** Judges an answer with a status of success by its text. */
function saysItself({ contentType, body: whole }: ReceiverAnswer): AnswerVerdict {
  const body = withoutWarnings(whole);
  const text = body.slice(0, LONGEST).trim();
  if (text === '' || isPicture(contentType, text)) return DELIVERED;
  if (PAGE.test(text) || (/\bhtml\b/i.test(contentType) && TAG.test(text))) return unclear(PAGE_ANSWER);
  if (FAULT.test(text)) return SAID_NO;
  const isMarkup = text.startsWith('<');
  const bare = withoutBlanks(body, text).replaceAll(/^["']|["']$/g, '');
  const inFields = levelsSay(fieldsOf(body, text));
  // A receiver that takes a postback may repeat its parameters, such as `status=rejected`.
  if (inFields === 'no' && !isMarkup && YES_WORD.test(bare) && !NAMED.test(bare)) return unclear('answered yes and no');
  const says = inFields ?? (isMarkup ? inWords(text.replaceAll(/<[^<>]*>/g, ' ').trim()) : stateOf(bare));
  if (isYes(says)) return DELIVERED;
  if (says === 'no' || (inFields === null && /^[345]\d\d\b/.test(bare))) return SAID_NO;
  return unclear(isObjectOf(says) ? says.unclear : 'answered neither yes nor no');
}

const includes = (body: string, text: string): boolean => body.toLowerCase().includes(text.trim().toLowerCase());
const isSet = (text: string | null): text is string => text !== null && text.trim() !== '';

/** Whether the receiver answered with a page for people, such as one to sign in. */
export const isPage = (verdict: AnswerVerdict): boolean =>
  verdict.verdict === 'unclear' && verdict.problem === PAGE_ANSWER;

/** A status outside 2xx is a failure. Otherwise, the set texts decide, and without a text for success the content. */
export function judgeAnswer(answer: ReceiverAnswer, texts: AnswerTexts): AnswerVerdict {
  const { http, body } = answer;
  if (http < 200 || http > 299) return { verdict: 'failed', problem: null };
  const { failureText, successText } = texts;
  if (isSet(failureText) && includes(body, failureText)) return SAID_NO;
  if (!isSet(successText)) return saysItself(answer);
  if (includes(body, successText)) return DELIVERED;
  return { verdict: 'failed', problem: 'not confirmed' };
}
