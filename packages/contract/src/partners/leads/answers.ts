/** Reads the answers of a lander's form. A person is never lost because of an answer that cannot be kept as it came. */
/** The longest text of one answer, in characters. Texts of consent have a thousand and more. */
export const LONGEST_ANSWER = 10_000;
/** All answers of a lead together, in bytes of UTF-8, with their names. */
export const LARGEST_ANSWERS = 32 * 1024;
const LONGEST_NAME = 40;

/** A remark about an answer that is not kept as it came, for the lander. */
export interface AnswerNote {
  path: string;
  message: string;
}

/** The answers of a form by the names under which they are kept. */
export interface Answers {
  answers: Readonly<Record<string, string>>;
  notes: readonly AnswerNote[];
}

/** The nearest name of small letters, digits and underscores: `exactText`, `exact-text` and `exact.text` are `exact_text`. */
function nearestName(name: string): string {
  const words = name
    .slice(0, 200)
    .normalize('NFKD')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '_');
  const start = words.startsWith('_') && !name.startsWith('_') ? 1 : 0;
  const end = words.endsWith('_') && !name.endsWith('_') ? words.length - 1 : words.length;
  return words.slice(start, Math.min(end, start + LONGEST_NAME)) || 'answer';
}

/** A name that no answer of the form has, so that neither text is lost. */
export function freeName(name: string, answers: Readonly<Record<string, string>>): string {
  let free = name;
  for (let count = 2; Object.hasOwn(answers, free); count += 1) free = `${name}_${count}`;
  return free;
}

/** The text of an answer: numbers and booleans as they are written, lists and objects as JSON. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll('\0', '').toWellFormed().trim();
}

/** The beginning of a text that has at most so many bytes, without half a character at its end. */
function beginningOf(text: string, bytes: number): string {
  const start = text.slice(0, Math.min(LONGEST_ANSWER, Math.max(0, bytes)));
  let end = start.length;
  while (end > 0 && byteLength(start.slice(0, end)) > bytes) end -= Math.max(1, Math.ceil((end - bytes / 4) / 8));
  return start.slice(0, Math.max(0, end)).replace(/[\ud800-\udbff]$/, '');
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Reads the answers under `extra`, and the fields beside them that Signpost does not know. A lead is not lost for a field
 * that its lander sends in addition. Undefined if there are neither.
 */
export function readAnswers(
  given: Readonly<Record<string, unknown>>,
  unknownFields: Readonly<Record<string, unknown>>,
): Answers | undefined {
  const answers: Record<string, string> = {};
  const notes: AnswerNote[] = [];
  let left = LARGEST_ANSWERS;
  const all = [
    ...Object.entries(given).map(([name, value]) => ({ name, value, isUnknown: false })),
    ...Object.entries(unknownFields).map(([name, value]) => ({ name, value, isUnknown: true })),
  ];
  for (const { name, value, isUnknown } of all) {
    if (value === null || value === undefined) continue;
    const path = `${isUnknown ? '' : 'extra.'}${name.slice(0, 200)}`;
    const text = textOf(value);
    const key = freeName(nearestName(name), answers);
    left -= byteLength(key);
    if (left <= 0) {
      notes.push({ path, message: 'The answers are too long together. The lead was taken without this one.' });
      continue;
    }
    const kept = beginningOf(text, left);
    left -= byteLength(kept);
    answers[key] = kept;
    if (isUnknown) notes.push({ path, message: `This field is not known. It is kept as the answer “${key}”.` });
    else if (key !== name) notes.push({ path, message: `This answer is kept as “${key}”.` });
    if (kept !== text)
      notes.push({ path, message: `The text is too long. Its first ${kept.length} characters are kept.` });
  }
  if (all.length === 0) return undefined;
  return { answers, notes };
}
