import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** A place that sends visitors on: its link is `/box_{id}`, its allocation says where they go. */
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
    status: {
      kind: 'choice',
      label: 'Status',
      required: true,
      default: 'active',
      options: [
        { value: 'active', label: 'Active', tone: 'good' },
        { value: 'paused', label: 'Paused', tone: 'attention' },
      ],
    },
    websiteId: { kind: 'reference', label: 'Site', to: 'website' },
    trafficSourceId: {
      kind: 'reference',
      label: 'Traffic source',
      to: 'trafficSource',
      help: 'Used when the link names no source.',
    },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    placement: { kind: 'text', label: 'Placement', max: 120, search: true, help: 'Where on the site it stands.' },
    tags: { kind: 'tags', label: 'Tags' },
    fallbackUrl: {
      kind: 'text',
      label: 'Fallback link',
      max: 2000,
      required: true,
      format: 'targetUrl',
      mono: true,
      hideInList: true,
      help: 'Where a visitor goes when nothing else can take the click.',
    },
    rules: {
      kind: 'references',
      label: 'Rules',
      to: 'rule',
      keeps: true,
      help: 'Tried in this order, before the allocation; the first that matches decides.',
    },
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
        campaignId: { kind: 'reference', label: 'Campaign', to: 'campaign', required: true, keeps: true },
        weight: { kind: 'integer', label: 'Weight', min: 0, max: 100, required: true },
        lock: { kind: 'toggle', label: 'Lock', default: false },
        weightOverride: { kind: 'toggle', label: 'Override', default: false },
        ctaLabel: { kind: 'text', label: 'CTA label', max: 60, help: 'Offer landers only.' },
      }),
    },
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
  metadata: ['campaignboxes'],
});
