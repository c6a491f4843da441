import { fields } from '../../define/field.ts';

/** Fields of variants of templates and of buttons. */
export const VARIANT_NAME = { kind: 'text', label: 'Name', max: 60, required: true } as const;

export const VARIANT_WEIGHT = {
  kind: 'integer',
  label: 'Weight',
  min: 0,
  max: 100,
  required: true,
  default: 50,
  help: 'The share of the visitors who see this variant, relative to the other weights.',
} as const;

/** A text and the name under which pages show it. */
export const PLACE_TEXTS = fields({
  name: { kind: 'text', label: 'Place', max: 40, required: true, format: 'placeName', mono: true },
  text: { kind: 'text', label: 'Text', max: 2000, required: true },
});
