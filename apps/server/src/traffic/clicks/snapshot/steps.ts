/** Trace steps that are the same for many clicks. Each step and its JSON text are built once and reused. */
import type { AppResult } from '@signpost/contract/traffic/clicks/app-step.ts';
import type { BoxState, StepOf, TraceStep } from '@signpost/contract/traffic/clicks/trace.ts';

/** The JSON of a step, escaped for use inside a JSON string, without outer quotes. */
const textOf = (step: TraceStep): string => JSON.stringify(JSON.stringify(step)).slice(1, -1);

const written = new WeakMap<TraceStep, string>();

/** A step that all clicks of a configuration share, so it must never be modified. */
export function fixed<Step extends TraceStep>(step: Step): Step {
  written.set(step, textOf(step));
  return step;
}

export const BOX_STEPS: Readonly<Record<BoxState, StepOf<'box'>>> = {
  active: fixed({ step: 'box', result: 'active' }),
  paused: fixed({ step: 'box', result: 'paused' }),
  not_begun: fixed({ step: 'box', result: 'not_begun' }),
  ended: fixed({ step: 'box', result: 'ended' }),
  used_up: fixed({ step: 'box', result: 'used_up' }),
};

export const FALLBACKS = {
  box: fixed({ step: 'fallback', result: 'box' }),
  site: fixed({ step: 'fallback', result: 'site' }),
  link: fixed({ step: 'fallback', result: 'link' }),
  host: fixed({ step: 'fallback', result: 'host' }),
  none: fixed({ step: 'fallback', result: 'none' }),
};

export const APP_STEPS: Readonly<Record<AppResult, StepOf<'app'>>> = {
  android: fixed({ step: 'app', result: 'android' }),
  ios: fixed({ step: 'app', result: 'ios' }),
  other_system: fixed({ step: 'app', result: 'other_system' }),
  browser: fixed({ step: 'app', result: 'browser' }),
  bot: fixed({ step: 'app', result: 'bot' }),
};

/** The trace of a fact as JSON, escaped for the fact's line: `{configuration, steps}`. */
export function traceText(configuration: string, steps: readonly TraceStep[]): string {
  let text = '';
  for (const step of steps) {
    if (text !== '') text += ',';
    text += written.get(step) ?? textOf(step);
  }
  // The configuration's number consists of digits, so it needs no escaping.
  return `"{\\"configuration\\":\\"${configuration}\\",\\"steps\\":[${text}]}"`;
}
