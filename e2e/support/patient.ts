/**
 * A user of a page waits until the answers to its requests have arrived. Otherwise, an answer that arrives while the
 * pointer moves to a button can move the button, draw it again or cover it before it is pressed.
 */
import type { Locator, Page } from '@playwright/test';
import { settled } from './settled.ts';

const ACTS = [
  'check',
  'clear',
  'click',
  'dblclick',
  'dragTo',
  'fill',
  'focus',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'setChecked',
  'setInputFiles',
  'tap',
  'uncheck',
] as const satisfies readonly (keyof Locator)[];

/** An error is shown at the line of the test that acted. */
function atTheTest(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined)
    error.stack = error.stack
      .split('\n')
      .filter((line) => !line.includes(import.meta.filename))
      .join('\n');
  return error;
}

const patientKinds = new WeakSet<object>();

/** Makes all locators patient: their class is that of any locator. */
export function makeLocatorsPatient(page: Page): void {
  const kind: Locator = Object.getPrototypeOf(page.locator('body'));
  if (patientKinds.has(kind)) return;
  patientKinds.add(kind);
  for (const name of ACTS) {
    const act = kind[name];
    const patient = async function (this: Locator, ...args: unknown[]): Promise<unknown> {
      await settled(this.page());
      try {
        return await Reflect.apply(act, this, args);
      } catch (error) {
        throw atTheTest(error);
      }
    };
    Object.defineProperty(kind, name, { value: patient, configurable: true, writable: true });
  }
}

/** Makes the keyboard of a page patient. */
export function makeKeyboardPatient(page: Page): void {
  const { keyboard } = page;
  for (const name of ['press', 'type'] as const) {
    const act = keyboard[name].bind(keyboard);
    keyboard[name] = async (text, options) => {
      await settled(page);
      await act(text, options);
    };
  }
}
