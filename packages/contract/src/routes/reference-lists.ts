/** The lists of reference data, which share the route of the tags and have a menu entry each. */

export interface ReferenceList {
  /** The `kind` in the address. */
  kind: string;
  title: string;
  /** One record of the list. */
  one: string;
  icon: string;
  /** As of its entity: only the grade Admin writes. */
  adminWrites?: true;
}

export const REFERENCE_LISTS: readonly ReferenceList[] = [
  { kind: 'traffic-sources', title: 'Traffic sources', one: 'traffic source', icon: 'arrow-guide' },
  { kind: 'geos', title: 'Geos', one: 'geo', icon: 'world' },
  { kind: 'integrations', title: 'Integrations', one: 'integration', icon: 'transform' },
  { kind: 'categories', title: 'Categories', one: 'category', icon: 'cards' },
  { kind: 'affiliate-networks', title: 'Affiliate networks', one: 'affiliate network', icon: 'arrows-exchange' },
  { kind: 'partner-types', title: 'Partner types', one: 'partner type', icon: 'users-group' },
  { kind: 'products', title: 'Products', one: 'product', icon: 'box-multiple' },
  { kind: 'app-schemes', title: 'App schemes', one: 'app scheme', icon: 'device-mobile', adminWrites: true },
];

/** The address of a list, or of its form. */
export const referencePath = (path: string, { kind }: Pick<ReferenceList, 'kind'>): string => `${path}?kind=${kind}`;
