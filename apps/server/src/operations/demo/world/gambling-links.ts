/** Managers' own tracked links to brands, and those of the demo's publisher. */
import { gamblingLink } from '@signpost/contract/entities/gambling-link.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../database.ts';
import { idRow, readRow } from '../../../platform/rows.ts';
import { creditTo } from './authors.ts';
import { MARKETS } from './names.ts';
import type { DemoRecords } from './records.ts';

interface DemoLink {
  name: string;
  partner: number;
  by: 'Admin' | 'Management' | 'Publisher';
  costPerLead: string | null;
}

const LINKS: readonly DemoLink[] = [
  { name: 'Telegram channel, autumn', partner: 0, by: 'Management', costPerLead: '18.5' },
  { name: 'Streamer panel', partner: 1, by: 'Management', costPerLead: '24' },
  { name: 'Newsletter footer', partner: 2, by: 'Admin', costPerLead: null },
  { name: 'Podcast, episode notes', partner: 9, by: 'Admin', costPerLead: '15' },
  { name: 'Review page, button', partner: 0, by: 'Publisher', costPerLead: '18.5' },
  { name: 'Comparison table', partner: 4, by: 'Publisher', costPerLead: '21' },
  { name: 'Video description', partner: 1, by: 'Publisher', costPerLead: null },
];
const DAY_MS = 86_400_000;

/** Stores them with their authors. `publisherId` is whom the demo's publisher person works for. */
export async function storeGamblingLinks(
  trx: Trx,
  { partners }: DemoRecords,
  publisherId: number,
  now: Date,
): Promise<void> {
  for (const [nth, { name, partner, by, costPerLead }] of LINKS.entries()) {
    const brand = partners[partner];
    const market = brand?.markets[nth % brand.markets.length];
    if (brand === undefined || market === undefined) continue;
    const { id } = await readRow(
      trx,
      idRow,
      sql`INSERT INTO gambling_links (name, partner_id, geo_id, publisher_id, target_url, cost_per_lead)
        VALUES (${name}, ${brand.id}, ${MARKETS[market][0]}, ${by === 'Publisher' ? publisherId : null},
          ${`https://partner-${brand.id}.example/join?click={click_id}&place=${nth + 1}`}, ${costPerLead}) RETURNING id`,
    );
    const at = new Date(now.getTime() - (40 - nth * 5) * DAY_MS);
    const managerId = await creditTo(trx, { entity: gamblingLink, id, grade: by, at });
    await sql`UPDATE gambling_links SET manager_id = ${managerId} WHERE id = ${id}`.execute(trx);
  }
}
