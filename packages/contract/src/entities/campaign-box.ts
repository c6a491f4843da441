import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { ENDS, PASS_ON, PAUSABLE } from './shared/fields.ts';

/** A campaign that is not common belongs to the boxes that have it. */
export const ONLY_OWN_BOXES =
  'This campaign is not common, and another box has it. Switch on Common in the campaign to use it here too.';

/** A place that redirects visitors. Its link is `/box_{id}`; its allocation decides where they go. */
export const campaignBox = defineEntity({
  name: 'campaignBox',
  path: 'campaign-boxes',
  table: 'campaign_boxes',
  kindOf: { column: 'boxKind', is: ['regular', 'banner'] },
  one: 'Campaign box',
  many: 'Campaign boxes',
  title: 'name',
  routes: {
    list: 'campaignBoxes',
    add: 'campaignBoxesAdd',
    edit: 'campaignBoxesEdit',
    copy: 'campaignBoxesCopy',
    view: 'campaignBoxesView',
  },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    boxKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'regular',
      options: [
        { value: 'regular', label: 'Regular' },
        { value: 'banner', label: 'Banner' },
      ],
    },
    nativeBoxType: {
      kind: 'choice',
      label: 'Native box type',
      visibleWhen: { field: 'boxKind', is: ['banner'] },
      options: [
        { value: 'regular_native_box', label: 'Regular native box' },
        { value: 'sticky_native_box', label: 'Sticky native box' },
      ],
    },
    status: PAUSABLE,
    websiteId: { kind: 'reference', label: 'Website', to: 'website' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Traffic source',
      to: 'trafficSource',
      help: 'Used when the link names no source.',
    },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    placement: { kind: 'text', label: 'Placement', max: 120, search: true, help: 'Where the box appears on the site.' },
    tags: { kind: 'tags', label: 'Tags' },
    fallbackUrl: {
      kind: 'text',
      label: 'Fallback link',
      max: 2000,
      required: true,
      format: 'targetUrl',
      mono: true,
      hideInList: true,
      help: 'Where visitors go when no rule or campaign can take the click, before the first day, after the last one and after the most clicks.',
    },
    passOn: PASS_ON,
    ...ENDS,
    rules: {
      kind: 'references',
      label: 'Rules',
      to: 'rule',
      keeps: true,
      help: 'Rules are tried in this order before the allocation; the first match wins.',
    },
    automaticWeights: {
      kind: 'choice',
      label: 'Automatic weights',
      required: true,
      default: 'off',
      hideInList: true,
      help: 'Every hour, unlocked weights are adjusted to what the campaigns earn. Locked and overridden weights stay as they are.',
      options: [
        { value: 'off', label: 'Off: weights stay as set' },
        { value: 'epc', label: 'By EPC' },
        { value: 'ftd_rate', label: 'By FTD rate' },
      ],
    },
    weightsFrozen: {
      kind: 'toggle',
      label: 'Freeze weights',
      default: false,
      hideInList: true,
      help: 'Weights do not change while this is on.',
      visibleWhen: { field: 'automaticWeights', is: ['epc', 'ftd_rate'] },
    },
    weightsBecause: { kind: 'text', label: 'Why these weights', max: 4000, readOnly: true, hideInList: true },
    allocation: {
      kind: 'rows',
      label: 'Allocation',
      one: 'campaign',
      table: 'box_campaigns',
      parent: 'campaignBoxId',
      max: 100,
      removal: 'delete',
      allocation: true,
      of: fields({
        campaignId: {
          kind: 'reference',
          label: 'Campaign',
          to: 'campaign',
          required: true,
          keeps: true,
          owned: { with: { landerType: 'offer_lander', common: false }, otherwise: ONLY_OWN_BOXES },
        },
        weight: { kind: 'integer', label: 'Weight', min: 0, max: 100, required: true },
        lock: { kind: 'toggle', label: 'Lock', default: false },
        weightOverride: { kind: 'toggle', label: 'Override', default: false },
        ctaLabel: {
          kind: 'text',
          label: 'CTA label',
          max: 60,
          help: 'Offer landers only. Visitors read it where a target URL has {cta}, a page has {{ cta }}, or a button’s text has {cta}.',
          onlyWhere: {
            reference: 'campaignId',
            field: 'landerType',
            is: ['offer_lander'],
            otherwise: 'Only offer landers have a CTA label.',
          },
        },
      }),
    },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
  metadata: ['campaignboxes', 'campaigns'],
});
