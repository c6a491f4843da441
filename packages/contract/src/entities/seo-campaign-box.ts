import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { campaignBox } from './campaign-box.ts';
import { ENDS } from './shared/fields.ts';

const { status, websiteId, trafficSourceId, productId, tags, fallbackUrl, passOn, rules, allocation } =
  campaignBox.fields;
const { automaticWeights, weightsFrozen, weightsBecause } = campaignBox.fields;

/** A campaign box on a page that ranks for a keyword. Its link is `/bs_{id}`; it routes like every box. */
export const seoCampaignBox = defineEntity({
  name: 'seoCampaignBox',
  path: 'seo-campaign-boxes',
  table: 'campaign_boxes',
  kindOf: { column: 'boxKind', is: ['seo'] },
  one: 'SEO campaign box',
  many: 'SEO campaign boxes',
  title: 'name',
  routes: {
    list: 'seoCampaignBoxes',
    add: 'seoCampaignBoxesAdd',
    edit: 'seoCampaignBoxesEdit',
    copy: 'seoCampaignBoxesCopy',
    view: 'seoCampaignBoxesView',
  },
  fields: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    status,
    websiteId: { ...websiteId, required: true },
    page: {
      kind: 'text',
      label: 'Page',
      max: 500,
      required: true,
      search: true,
      mono: true,
      format: 'pagePath',
      help: 'The path of the page on the site, such as /best-casinos.',
    },
    keyword: { kind: 'text', label: 'Keyword', max: 200, search: true, help: 'The keyword the page ranks for.' },
    position: {
      kind: 'integer',
      label: 'Position',
      min: 1,
      max: 1000,
      help: 'The position of the box on the page, counted from the top.',
    },
    trafficSourceId,
    productId,
    tags,
    fallbackUrl,
    passOn,
    ...ENDS,
    rules,
    automaticWeights,
    weightsFrozen,
    weightsBecause,
    allocation,
  }),
  defaultSort: { orderBy: 'id', direction: 'desc' },
  routing: true,
  metadata: ['campaignboxes', 'campaigns'],
});
