import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAGE_LIMITS } from '../traffic/pages/limits.ts';
import { NEWEST_FIRST, PAUSABLE } from './shared/fields.ts';
import { VARIANT_NAME, VARIANT_WEIGHT } from './shared/page-fields.ts';

/** A call to action, placed on templates or on sites. On a site its link is `/b_{id}`. */
export const button = defineEntity({
  name: 'button',
  path: 'buttons',
  table: 'buttons',
  one: 'Button',
  many: 'Buttons',
  title: 'name',
  routes: { list: 'buttons', add: 'buttonsAdd', edit: 'buttonsEdit', copy: 'buttonsDuplicate' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    status: PAUSABLE,
    campaignBoxId: {
      kind: 'reference',
      label: 'Leads to box',
      to: 'campaignBox',
      keeps: true,
      help: 'Where the button leads on sites. On templates it always leads to the offer of the click.',
    },
    variants: {
      kind: 'rows',
      label: 'Variants',
      one: 'variant',
      table: 'button_variants',
      parent: 'buttonId',
      max: PAGE_LIMITS.variants,
      removal: 'archive',
      required: true,
      inWords: ['name', 'text', 'weight'],
      of: fields({
        name: VARIANT_NAME,
        weight: VARIANT_WEIGHT,
        text: {
          kind: 'text',
          label: 'Text',
          max: 80,
          required: true,
          help: 'On pages, {cta} stands for the CTA label of the visitor’s box.',
        },
        textColor: {
          kind: 'text',
          label: 'Text colour',
          max: 7,
          required: true,
          format: 'hexColor',
          default: '#ffffff',
          mono: true,
        },
        backgroundColor: {
          kind: 'text',
          label: 'Background',
          max: 7,
          required: true,
          format: 'hexColor',
          default: '#1864ab',
          mono: true,
        },
        image: {
          kind: 'text',
          label: 'Image',
          max: 500,
          format: 'imageAddress',
          mono: true,
          help: 'Shown instead of the text, which then describes the image.',
        },
      }),
    },
    images: { kind: 'images', label: 'Images', max: PAGE_LIMITS.images, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: NEWEST_FIRST,
  routing: true,
});
