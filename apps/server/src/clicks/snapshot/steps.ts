/** Steps that every click through the same place has alike: made once, and their text with them. */
import type { TraceStep } from '@signpost/contract/clicks/trace.ts';

/** JSON of a step as it stands within a JSON text: quotes escaped once more, without the outer ones. */
const textOf = (step: TraceStep): string => JSON.stringify(JSON.stringify(step)).slice(1, -1);

const written = new WeakMap<TraceStep, string>();

/** A step that a configuration has for all its clicks; it must never be changed. */
export function fixed<Step extends TraceStep>(step: Step): Step {
  written.set(step, textOf(step));
  return step;
}

export const BOX_ACTIVE = fixed({ step: 'box', result: 'active' });
export const BOX_PAUSED = fixed({ step: 'box', result: 'paused' });

export const FALLBACKS = {
  box: fixed({ step: 'fallback', result: 'box' }),
  site: fixed({ step: 'fallback', result: 'site' }),
  none: fixed({ step: 'fallback', result: 'none' }),
};

/** The trace of a fact as a JSON text of its own, ready to stand in the fact's line: `{configuration, steps}`. */
export function traceText(configuration: string, steps: readonly TraceStep[]): string {
  let text = '';
  for (const step of steps) {
    if (text !== '') text += ',';
    text += written.get(step) ?? textOf(step);
  }
  // The configuration's number is digits alone.
  return `"{\\"configuration\\":\\"${configuration}\\",\\"steps\\":[${text}]}"`;
}
