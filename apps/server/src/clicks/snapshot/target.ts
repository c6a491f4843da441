/** Targets that staff configured, made ready for filling. */
import { compileTarget, type MacroValues, targetUrlProblem } from '@signpost/contract/clicks/macros.ts';
import type { Mirrors } from './mirrors.ts';

/** Fills a target's macros for one click. */
export type Target = (values: MacroValues) => string;

const NO_MIRRORS: Mirrors = new Map();

/**
 * The target of a template, or null where it can be none: only `http:` and `https:` with a fixed host, so that a
 * visitor can never say where a click goes. What a header cannot carry is encoded. A host that has mirrors gives way to
 * the active one of the visitor's geo.
 */
export function targetOf(template: string | null, mirrors = NO_MIRRORS): Target | null {
  if (template === null || !/^https?:\/\//i.test(template) || targetUrlProblem(template) !== null) return null;
  if (!URL.canParse(template)) return null;
  const origin = /^[^/?#\\]*[/\\]{2}[^/?#\\]*/.exec(template)?.[0] ?? '';
  const { protocol, username, password, host, hostname, port } = new URL(template);
  if (username !== '' || password !== '') return null;
  const rest = template
    .slice(origin.length)
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  const own = compileTarget(`${protocol}//${host}${rest}`);
  const active = mirrors.get(hostname);
  if (active === undefined) return own;
  const at = port === '' ? '' : `:${port}`;
  const byGeo = new Map([...active].map(([geo, name]) => [geo, compileTarget(`${protocol}//${name}${at}${rest}`)]));
  return (values) => (byGeo.get(String(values.geo)) ?? own)(values);
}
