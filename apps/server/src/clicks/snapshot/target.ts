/** Targets that staff configured, made ready for filling. */
import { compileTarget, type MacroValues, targetUrlProblem } from '@signpost/contract/clicks/macros.ts';

/** Fills a target's macros for one click. */
export type Target = (values: MacroValues) => string;

/**
 * The target of a template, or null where it can be none: only `http:` and `https:` with a fixed host, so that a
 * visitor can never say where a click goes. What a header cannot carry is encoded.
 */
export function targetOf(template: string | null): Target | null {
  if (template === null || !/^https?:\/\//i.test(template) || targetUrlProblem(template) !== null) return null;
  if (!URL.canParse(template)) return null;
  const origin = /^[^/?#\\]*[/\\]{2}[^/?#\\]*/.exec(template)?.[0] ?? '';
  const { protocol, username, password, host } = new URL(template);
  if (username !== '' || password !== '') return null;
  const rest = template.slice(origin.length).toWellFormed();
  return compileTarget(`${protocol}//${host}${rest.replace(/[^\x21-\x7e]+/g, encodeURIComponent)}`);
}
