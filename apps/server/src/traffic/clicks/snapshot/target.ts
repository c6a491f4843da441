/** Prepares the target templates that staff configured, so that filling them is fast. */
import { compileTarget, type MacroValues, targetUrlProblem } from '@signpost/contract/reading/macros.ts';
import type { StandInsOf } from './hosts.ts';

/** Fills the macros of an address for one click. */
export type Fill = (values: MacroValues) => string;

/** An address that an app opens. `intent` takes the web target as its fallback, and `fill` leaves room for it. */
export interface AppTarget {
  readonly kind: 'https' | 'store' | 'intent';
  readonly fill: Fill;
}

/** Fills the macros of a web target, which may have app addresses beside it. */
export interface Target {
  (values: MacroValues): string;
  readonly apps?: { readonly android: AppTarget | null; readonly ios: AppTarget | null };
}

/**
 * The target of a template, or null if the template is not allowed: only `http:` and `https:` with a fixed host, so that
 * a visitor never chooses where a click goes. Characters that a header cannot contain are encoded. The host may be
 * exchanged for one of its replacements.
 */
export function targetOf(template: string | null, standInsOf?: StandInsOf): Target | null {
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
  const standIns = standInsOf?.(hostname);
  if (standIns === undefined) return own;
  const at = port === '' ? '' : `:${port}`;
  const others = new Map(standIns.hosts.map((name) => [name, compileTarget(`${protocol}//${name}${at}${rest}`)]));
  return (values) => (others.get(standIns.pick(values) ?? '') ?? own)(values);
}

/** A page of ours as a target: a path that the browser opens on the host of the click's link, with the click's id. */
const PAGE_PATH = /^\/p_[1-9]\d{0,9}(?=$|\?)/;

/** {@link targetOf}, or a page of ours. */
export function campaignTargetOf(template: string, standInsOf?: StandInsOf): Target | null {
  const path = PAGE_PATH.exec(template)?.[0];
  if (path === undefined) return targetOf(template, standInsOf);
  const query = template.slice(path.length + 1);
  const whole = targetOf(`https://page.invalid${path}?click={click_id}${query === '' ? '' : `&${query}`}`);
  if (whole === null) return null;
  return (values) => whole(values).slice('https://page.invalid'.length);
}
