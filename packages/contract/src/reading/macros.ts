/** Macros of target URLs such as `{click_id}`, and how they are filled in (docs/product/clicks.md#the-target-url). */
import { foreignMacroProblem, ownMacroFor } from './foreign-macros.ts';

/** Every macro that a target can contain. */
export const MACROS = [
  'click_id',
  'click_id_plain',
  'geo',
  'device',
  'source',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'campaign_id',
  'box_id',
  'offer_id',
  'partner_id',
  'code',
  'cta',
  'timestamp',
] as const;

/** One macro, without its braces. */
export type Macro = (typeof MACROS)[number];

/** `param.gclid` is the parameter `gclid` of the opened link, as its click keeps it. */
const PARAMETER = /^param\.([A-Za-z0-9_.-]{1,40})$/;

/**
 * The values known at a click; `param` has the parameters of its link by name in lower case. A macro without a value is
 * replaced by an empty text.
 */
export type MacroValues = Readonly<Partial<Record<Exclude<Macro, 'click_id_plain'>, string | number>>> & {
  readonly param?: Readonly<Record<string, string>>;
};

/** Whether a target carries the click id, so that its conversions can be attributed. */
export const carriesClickId = (template: string): boolean => /\{click_id(?:_plain)?\}/.test(template);

/** Whether a name is a macro of a click. */
export function isMacro(name: string): boolean {
  return isNamedMacro(name) || PARAMETER.test(name);
}

function isNamedMacro(name: string): name is Macro {
  return MACROS.some((macro) => macro === name);
}

const PLACEHOLDER = /\{([A-Za-z0-9_]+|param\.[A-Za-z0-9_.-]{1,40})\}/g;

/** A template with a plain text in the place of each macro, to check the address around them. */
export const withoutMacros = (template: string): string => template.replace(PLACEHOLDER, 'x');

/** The names in braces that are not macros, each once, in order. */
export function unknownMacros(template: string, isKnown: (name: string) => boolean = isMacro): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
  return [...new Set(names.filter((name) => !isKnown(name)))];
}

/** Macros of parameters look like those of other tools, because their names have a full stop. */
const withoutParameters = (template: string): string => template.replace(/\{param\.[A-Za-z0-9_.-]{1,40}\}/g, 'x');

function unknownProblem(unknown: readonly string[], isKnown: (name: string) => boolean): string {
  const own = unknown.map((name) => ownMacroFor(name, isKnown)).filter((name) => name !== undefined);
  const problem = `Unknown macro ${unknown.map((name) => `{${name}}`).join(', ')}.`;
  if (own.length === 0) return problem;
  return `${problem} Write ${own.map((name) => `{${name}}`).join(', ')}.`;
}

/**
 * The reason why a template is not a valid target, or null. Scheme and host must be fixed: a macro there would let a
 * visitor's parameter decide where a click goes. Pass `isKnown` for addresses with other macros than those of clicks.
 */
export function targetUrlProblem(template: string, isKnown: (name: string) => boolean = isMacro): string | null {
  const foreign = foreignMacroProblem(isKnown === isMacro ? withoutParameters(template) : template, isKnown);
  if (foreign !== null) return foreign;
  const unknown = unknownMacros(template, isKnown);
  if (unknown.length > 0) return unknownProblem(unknown, isKnown);
  // An address whose scheme is missing has a fixed host, and its reader says what is missing.
  const isBare = /^[\w.-]+\.[\w-]+[/?#]/.test(template);
  const origin = /^[^/?#\\]*[/\\]{2}[^/?#\\]*/.exec(template)?.[0] ?? (isBare ? '' : template);
  if (/[{}]/.test(origin)) return 'The host name cannot contain a macro.';
  return null;
}

/**
 * Returns a function that fills one template. It is created when the configuration is read and called at every click.
 */
export function compileTarget(template: string): (values: MacroValues) => string {
  const pieces: (string | Filling)[] = [];
  let from = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? '';
    const filling = fillingOf(name);
    if (filling === undefined) continue;
    pieces.push(template.slice(from, match.index), filling);
    from = match.index + match[0].length;
  }
  pieces.push(template.slice(from));
  return (values) => {
    let target = '';
    for (const piece of pieces) target += typeof piece === 'string' ? piece : encode(piece(values));
    return target;
  };
}

/** The value of one macro. */
type Filling = (values: MacroValues) => string | number | undefined;

/** How a macro is filled; undefined for a name that is none. */
function fillingOf(name: string): Filling | undefined {
  const parameter = PARAMETER.exec(name)?.[1]?.toLowerCase();
  if (parameter !== undefined) return ({ param = {} }) => (Object.hasOwn(param, parameter) ? param[parameter] : '');
  // Some partners take an id of letters and digits only; a click id without its dashes is read like one with them.
  if (name === 'click_id_plain') return ({ click_id = '' }) => String(click_id).replaceAll('-', '');
  if (isNamedMacro(name) && name !== 'click_id_plain') return (values) => values[name];
  return undefined;
}

/** Characters that need no encoding in an address. */
const PLAIN = /^[\w.~-]*$/;

// A visitor can send half a surrogate pair, which cannot be encoded, so it is replaced.
function encode(value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  const text = String(value);
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed());
}

/** Fills a template once; unknown names in braces stay as they are. */
export function fillMacros(template: string, values: MacroValues): string {
  return compileTarget(template)(values);
}

/** A regular expression (RE2) that matches a template with any values of its macros. The host may be written in any case. */
export function addressPattern(template: string): string {
  const origin = /^[^/?#\\]*[/\\]{2}[^/?#\\]*/.exec(template)?.[0] ?? '';
  const rest = template
    .slice(origin.length)
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
  const pieces = rest.split(/\{(?:[A-Za-z0-9_]+|param\.[A-Za-z0-9_.-]{1,40})\}/).map(escaped);
  return `^(?i:${escaped(origin)})${pieces.join('[^&/?#]*')}$`;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
