import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { PAGE_LIMITS } from '../traffic/pages/limits.ts';
import { NEWEST_FIRST, PAUSABLE } from './shared/fields.ts';
import { PLACE_TEXTS, VARIANT_NAME, VARIANT_WEIGHT } from './shared/page-fields.ts';

/** The page of a campaign that we serve ourselves at `/p_{id}`. It has the id of its campaign. */
export const template = defineEntity({
  name: 'template',
  path: 'templates',
  table: 'templates',
  one: 'Template',
  many: 'Templates',
  title: 'name',
  routes: { list: 'templates', add: 'templatesAdd', edit: 'templatesEdit' },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 160, required: true, search: true },
    campaignId: {
      kind: 'reference',
      label: 'Campaign',
      to: 'campaign',
      required: true,
      help: 'A campaign has one template, which cannot be moved to another campaign later.',
    },
    status: PAUSABLE,
    buttonId: {
      kind: 'reference',
      label: 'Button',
      to: 'button',
      keeps: true,
      help: 'Shown where the page has {% button %}. A site or a banner can use another button.',
    },
    texts: {
      kind: 'rows',
      label: 'Texts',
      one: 'text',
      table: 'template_texts',
      parent: 'templateId',
      max: PAGE_LIMITS.texts,
      removal: 'delete',
      help: 'A text appears where the page has its name in double braces, such as {{ headline }}.',
      inWords: ['name', 'text'],
      of: PLACE_TEXTS,
    },
    css: {
      kind: 'text',
      label: 'Styles',
      max: PAGE_LIMITS.css,
      multiline: true,
      mono: true,
      hideInList: true,
      help: 'CSS for all variants.',
    },
    variants: {
      kind: 'rows',
      label: 'Variants',
      one: 'variant',
      table: 'template_variants',
      parent: 'templateId',
      max: PAGE_LIMITS.variants,
      removal: 'archive',
      required: true,
      inWords: ['name', 'weight'],
      of: fields({
        name: VARIANT_NAME,
        weight: VARIANT_WEIGHT,
        html: { kind: 'text', label: 'HTML', max: PAGE_LIMITS.html, required: true, multiline: true, mono: true },
      }),
    },
    images: { kind: 'images', label: 'Images', max: PAGE_LIMITS.images, hideInList: true },
    tags: { kind: 'tags', label: 'Tags' },
  }),
  defaultSort: NEWEST_FIRST,
  routing: true,
});
