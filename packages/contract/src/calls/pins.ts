/** The charts, figures and tables that a person pinned to Home. */
import { z } from 'zod';
import { MOST_PINS, PIN_KINDS } from '../insight/stats/pins.ts';
import { TAB_NAMES } from '../routes/tab-names.ts';
import { defineCall, idParams } from './define-call.ts';
import { listPinsHead } from './first-screen.ts';

const tag = 'Home';
const own = { tag, access: 'signedIn', rows: 'own' } as const;

const pinned = {
  kind: z.enum(PIN_KINDS),
  tab: z.enum(TAB_NAMES),
  /** The question as the address of its tab has it; relative dates stay words. */
  query: z.string().max(8000),
  wide: z.boolean(),
};

const pinSchema = z.strictObject({ id: z.number(), ...pinned });
export type Pin = z.infer<typeof pinSchema>;

export const pinBody = z.strictObject({
  ...pinned,
  wide: pinned.wide.default(false),
  /** Its place on the board, from 0; at the end without it. */
  place: z.int().min(0).max(MOST_PINS).optional(),
});

export const listPins = defineCall({
  ...listPinsHead,
  summary: "The viewer's pins in their order.",
  ...own,
  answer: z.strictObject({
    pins: z.array(pinSchema),
    /** The number of pins whose tab the viewer can no longer open. */
    closed: z.int().nonnegative(),
  }),
});

export const addPin = defineCall({
  name: 'addPin',
  summary: 'Pins a question to Home.',
  method: 'POST',
  repeat: 'anew',
  path: 'pins',
  ...own,
  body: pinBody,
  answer: z.object({ id: z.number() }),
});

export const changePin = defineCall({
  name: 'changePin',
  summary: 'Changes the size of a pin.',
  method: 'PUT',
  path: 'pins/:id',
  ...own,
  params: idParams,
  body: z.strictObject({ wide: z.boolean() }),
});

export const orderPins = defineCall({
  name: 'orderPins',
  summary: "Puts the viewer's pins into this order. Pins that are not named follow.",
  method: 'PUT',
  path: 'pins',
  ...own,
  body: z.strictObject({ ids: z.array(z.int().positive()).max(MOST_PINS) }),
});

export const removePin = defineCall({
  name: 'removePin',
  summary: "Removes one of the viewer's pins.",
  method: 'DELETE',
  path: 'pins/:id',
  ...own,
  params: idParams,
});
