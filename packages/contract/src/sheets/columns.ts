/** The columns of a sheet: the fields of its records that people fill in, in the order of the form. */

import type { EntityDefinition } from '../define/entity.ts';
import type { Field } from '../define/field.ts';
import { campaignBox } from '../entities/campaign-box.ts';
import { directLink } from '../entities/direct-link.ts';
import { seoCampaignBox } from '../entities/seo-campaign-box.ts';
import { boxPath, directPath, seoBoxPath } from '../traffic/clicks/link-settings.ts';
import type { SheetKind, SheetRow } from './sheet.ts';

/** The entity of the records that a sheet makes. */
export const MADE_OF: Readonly<Record<SheetKind, EntityDefinition>> = {
  campaign: campaignBox,
  seo: seoCampaignBox,
  direct: directLink,
};

/** The path of the link of the record that was made from a row; null if there is none. */
export function sheetLinkPath(kind: SheetKind, { boxId, cells }: Pick<SheetRow, 'boxId' | 'cells'>): string | null {
  if (boxId === null) return null;
  if (kind === 'direct') return directPath(cells.slug ?? '');
  if (kind === 'seo') return seoBoxPath(boxId);
  return boxPath(boxId);
}

/** The columns of a sheet. Fields that only matter for a record that exists already are left out. */
const COLUMN_NAMES = {
  campaign: [
    'name',
    'boxKind',
    'nativeBoxType',
    'websiteId',
    'placement',
    'fallbackUrl',
    'allocation',
    'trafficSourceId',
    'productId',
    'tags',
    'rules',
    'status',
    'automaticWeights',
    'validFrom',
    'validTo',
    'timeZone',
    'maxClicks',
  ],
  seo: [
    'name',
    'websiteId',
    'page',
    'keyword',
    'position',
    'fallbackUrl',
    'allocation',
    'trafficSourceId',
    'productId',
    'tags',
    'rules',
    'status',
    'automaticWeights',
    'validFrom',
    'validTo',
    'timeZone',
    'maxClicks',
  ],
  direct: [
    'slug',
    'targetUrl',
    'trafficSourceId',
    'campaignId',
    'status',
    'validFrom',
    'validTo',
    'timeZone',
    'maxClicks',
    'fallbackUrl',
    'passOn',
    'tags',
  ],
} as const satisfies Record<SheetKind, readonly string[]>;

export interface SheetColumn {
  /** The name of the field. */
  name: string;
  /** The header, in the grid, in files and in messages. */
  label: string;
  required: boolean;
  field: Field;
  /** How to fill it in. */
  help: string;
}

const WIDE = 'Names or ids, separated by semicolons.';

function helpOf(field: Field): string {
  switch (field.kind) {
    case 'choice':
      return `One of: ${field.options.map(({ label }) => label).join(', ')}.`;
    case 'reference':
      return 'The name or the id.';
    case 'references':
    case 'tags':
      return WIDE;
    case 'rows':
      return 'Campaigns with their weights: Spring offer 60; Summer offer 40. Without weights they share evenly.';
    default:
      return field.help ?? '';
  }
}

function columnsOf(kind: SheetKind): readonly SheetColumn[] {
  const fields: Readonly<Record<string, Field>> = MADE_OF[kind].fields;
  return COLUMN_NAMES[kind].flatMap((name) => {
    const field = fields[name];
    if (field === undefined) return [];
    const { label } = field;
    // A choice with a default may stay empty.
    const required = field.required === true && !('default' in field && field.default !== undefined);
    return [{ name, label, required, field, help: helpOf(field) }];
  });
}

export const SHEET_COLUMNS: Readonly<Record<SheetKind, readonly SheetColumn[]>> = {
  campaign: columnsOf('campaign'),
  seo: columnsOf('seo'),
  direct: columnsOf('direct'),
};

/** The column that a header of a file names, by its label or its field. */
export function columnNamed(kind: SheetKind, header: string): SheetColumn | undefined {
  const text = header.trim().toLowerCase();
  // Required columns carry a star in the grid, from where headers may be copied.
  const wanted = text.endsWith('*') ? text.slice(0, -1).trimEnd() : text;
  return SHEET_COLUMNS[kind].find(({ name, label }) => label.toLowerCase() === wanted || name.toLowerCase() === wanted);
}
