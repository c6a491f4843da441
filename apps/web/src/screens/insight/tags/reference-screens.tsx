/** Reference data beside the tags, which other records refer to. */
import { affiliateNetwork } from '@signpost/contract/entities/affiliate-network.ts';
import { appScheme } from '@signpost/contract/entities/app-scheme.ts';
import { category } from '@signpost/contract/entities/category.ts';
import { geo } from '@signpost/contract/entities/geo.ts';
import { integration } from '@signpost/contract/entities/integration.ts';
import { linkProblem } from '@signpost/contract/entities/link-problem.ts';
import { orphanVisit } from '@signpost/contract/entities/orphan-visit.ts';
import { partnerType } from '@signpost/contract/entities/partner-type.ts';
import { product } from '@signpost/contract/entities/product.ts';
import { trafficSource } from '@signpost/contract/entities/traffic-source.ts';
import { IntegrationEffectNote } from '../../../features/partners/mappings/effect-note.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { MissingRate } from './missing-rate.tsx';

const named = { columns: ['name', 'updatedAt', 'id'], cardNumbers: ['updatedAt'], filters: [], drawer: true } as const;

export const referenceScreens = [
  recordScreen({
    entity: trafficSource,
    columns: ['name', 'categoryId', 'figures', 'sourceKind', 'publisherId', 'maySendCosts', 'tags', 'updatedAt', 'id'],
    hiddenColumns: ['sourceKind', 'maySendCosts', 'tags', 'updatedAt', 'id'],
    cardNumbers: ['categoryId', 'sourceKind'],
    filters: ['categoryId', 'sourceKind', 'publisherId', 'maySendCosts', 'tags'],
    drawer: true,
    purpose: 'A traffic source is named in links as source=. Its category and kind decide where its visits count.',
    sections: [
      { title: 'Traffic source', columns: 2, fields: ['name', 'categoryId', 'sourceKind', 'publisherId', 'tags'] },
      { title: 'Costs', columns: 2, fields: ['maySendCosts', 'mostCostPerClick', 'mostCostPerDay'] },
    ],
  }),
  recordScreen({
    entity: geo,
    columns: ['country', 'code', 'updatedAt', 'id'],
    cardNumbers: ['updatedAt'],
    filters: [],
    drawer: true,
    purpose: 'A geo is a country. Deals and statistics are split by geo.',
    sections: [{ title: 'Geo', columns: 2, fields: ['country', 'code'] }],
  }),
  recordScreen({
    entity: integration,
    ...named,
    purpose: 'An integration defines how a partner names the parameters and statuses of its postbacks.',
    sections: [{ title: 'Integration', wide: true, fields: ['name', 'settingsJson'] }],
    below: (values, record) => <IntegrationEffectNote values={values} record={record} />,
  }),
  recordScreen({
    entity: category,
    ...named,
    purpose: 'Traffic sources are grouped by category in the statistics.',
    sections: [{ title: 'Category', fields: ['name'] }],
  }),
  recordScreen({
    entity: affiliateNetwork,
    ...named,
    purpose: 'A network through which partners are reached.',
    sections: [{ title: 'Affiliate network', fields: ['name'] }],
  }),
  recordScreen({
    entity: partnerType,
    ...named,
    purpose: 'Every partner has a type. Statistics are split by partner type.',
    sections: [{ title: 'Partner type', fields: ['name'] }],
  }),
  recordScreen({
    entity: product,
    ...named,
    purpose: 'Offers, boxes and commission terms can differ by product.',
    sections: [{ title: 'Product', fields: ['name'] }],
  }),
  recordScreen({
    entity: appScheme,
    columns: ['name', 'notes', 'updatedAt', 'id'],
    cardNumbers: ['updatedAt'],
    filters: [],
    drawer: true,
    purpose: 'App addresses of offers and direct links may have the schemes that an Admin lists here.',
    sections: [{ title: 'App scheme', fields: ['name', 'notes'] }],
  }),
  recordScreen({
    entity: linkProblem,
    columns: ['problem', 'trafficSourceId', 'found', 'cases', 'lastAt', 'id'],
    hiddenColumns: ['id'],
    cardNumbers: ['cases', 'lastAt'],
    filters: ['problem', 'trafficSourceId', 'lastAt'],
    drawer: true,
    purpose:
      'Costs in links that do not count, sources that nobody set up, and postbacks to unknown addresses are listed here. There are none.',
    sections: [],
    below: (_values, record) => <MissingRate record={record} />,
  }),
  recordScreen({
    entity: orphanVisit,
    columns: ['path', 'orphanKind', 'host', 'domainId', 'visits', 'sentOn', 'botVisits', 'day', 'lastAt', 'id'],
    hiddenColumns: ['host', 'lastAt', 'id'],
    cardNumbers: ['visits', 'day'],
    filters: ['orphanKind', 'domainId', 'day'],
    drawer: true,
    purpose:
      'Visitors who open a link that does not exist, or a host itself, are counted here by day. Add the missing link, or give their domain an address for them. There are none.',
    sections: [],
  }),
];
