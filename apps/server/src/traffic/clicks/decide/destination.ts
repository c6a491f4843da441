/** The address to which a visitor is sent: the web target, or an app address beside it. */

import { type AppSystem, INTENT_END } from '@signpost/contract/reading/app-address.ts';
import type { MacroValues } from '@signpost/contract/reading/macros.ts';
import type { AppResult } from '@signpost/contract/traffic/clicks/app-step.ts';
import type { StepOf } from '@signpost/contract/traffic/clicks/trace.ts';
import { APP_STEPS } from '../snapshot/steps.ts';
import type { AppTarget, Target } from '../snapshot/target.ts';
import { type Decided, type FilledVisit, macroValuesOf } from './target-url.ts';
import type { Visit } from './visit.ts';

export interface Destination {
  /** As the fact keeps it; '' if there is nowhere to go. */
  readonly targetUrl: string;
  /** Null if the target has no app addresses. */
  readonly step: StepOf<'app'> | null;
  /** The address to send. `passOn` adds the parameters that pass on to a web address. */
  locate(passOn: (url: string) => string): string;
}

/**
 * Browsers that open apps, and fall back to the web target if the app is missing. Browsers inside of other apps show an
 * error instead, so a browser that is not listed gets the web target.
 */
const OPENS_APPS: ReadonlySet<string> = new Set([
  'Brave',
  'Chrome',
  'Edge',
  'Firefox',
  'Mobile Safari',
  'Opera',
  'Safari',
  'Samsung Internet',
  'Vivaldi',
]);

/** The systems that have app addresses, by their names in a visit. */
const SYSTEMS: ReadonlyMap<string, AppSystem> = new Map([
  ['Android', 'android'],
  ['iOS', 'ios'],
]);

type Device = Pick<Visit, 'os' | 'browser'>;

/** The app address for a device, and the result that names it. */
function appFor(
  apps: NonNullable<Target['apps']>,
  { os, browser }: Device,
  isBot: boolean,
): { app: AppTarget | null; result: AppResult } {
  if (isBot) return { app: null, result: 'bot' };
  const system = SYSTEMS.get(os);
  const app = system === undefined ? null : apps[system];
  if (system === undefined || app === null) return { app: null, result: 'other_system' };
  if (app.kind !== 'https' && !OPENS_APPS.has(browser)) return { app: null, result: 'browser' };
  return { app, result: system };
}

/** Where a decision sends a visitor. `isBot`: the click is no visit of a person, so it opens no app. */
export function destinationOf(
  decision: Decided,
  visit: FilledVisit & Device,
  known: { clickId: string; code: string },
  isBot = false,
): Destination {
  const { target } = decision;
  if (target === null) return nowhere;
  const values = macroValuesOf(decision, visit, known);
  if (target.apps === undefined) return webDestination(target(values), null);
  const { app, result } = appFor(target.apps, visit, isBot);
  const step = APP_STEPS[result];
  if (app === null) return webDestination(target(values), step);
  if (app.kind === 'intent') return intentDestination(app, target, values, step);
  return plainDestination(app, values, step);
}

const webDestination = (targetUrl: string, step: Destination['step']): Destination => ({
  targetUrl,
  step,
  locate: (passOn) => passOn(targetUrl),
});

const nowhere: Destination = webDestination('', null);

function plainDestination({ kind, fill }: AppTarget, values: MacroValues, step: Destination['step']): Destination {
  const targetUrl = fill(values);
  return { targetUrl, step, locate: (passOn) => (kind === 'https' ? passOn(targetUrl) : targetUrl) };
}

/** The parameters go into the fallback only, so that they cannot change what the app is asked for. */
function intentDestination(
  { fill }: AppTarget,
  target: Target,
  values: MacroValues,
  step: Destination['step'],
): Destination {
  const before = fill(values);
  const web = target(values);
  const withFallback = (url: string): string => `${before}${encodeURIComponent(url)}${INTENT_END}`;
  return { targetUrl: withFallback(web), step, locate: (passOn) => withFallback(passOn(web)) };
}
