/** Sheets of boxes in every state: made, requested, rejected, and a draft with problems. */
import type { Cells, SheetKind, SheetState } from '@signpost/contract/sheets/sheet.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../database.ts';
import { newId } from '../../../platform/ids.ts';
import { readRows } from '../../../platform/rows.ts';
import { demoEmail } from '../../../workplace/people/demo-email.ts';

const NOT_REQUESTED = { requestedById: null, requestedAt: null };
const NOT_DECIDED = { decidedById: null, decidedAt: null };

const HOUR_MS = 3_600_000;
const FALLBACK = 'https://www.signpost-fallback.example/';

const named = z.object({ id: z.number(), name: z.string() });
const madeBox = z.object({
  id: z.number(),
  name: z.string(),
  page: z.string(),
  keyword: z.string().nullable(),
  site: z.string(),
  fallbackUrl: z.string(),
});

const KEYWORDS = [
  'best online casino',
  'casino bonus without deposit',
  'free spins today',
  'new betting sites',
  'fastest payout casino',
  'live roulette bonus',
  'crypto casino review',
  'football odds compared',
] as const;

interface DemoSheet {
  kind: SheetKind;
  name: string;
  state: SheetState;
  /** Hours before now at which it was requested. */
  age: number;
  rows: { cells: Cells; boxId: number | null }[];
  rejection?: string;
  isAssigned?: boolean;
}

/** The cells of a draft that still have to be corrected, by row. */
const MISTAKES = new Map<number, Cells>([
  [1, { page: 'winter bonus' }],
  [2, { websiteId: 'reviews' }],
]);

const slug = (text: string): string => text.replaceAll(' ', '-');

async function sheetsFrom(trx: Trx): Promise<DemoSheet[]> {
  const sites = await readRows(
    trx,
    named,
    sql`SELECT id, name FROM websites WHERE archived_at IS NULL ORDER BY id LIMIT 8`,
  );
  const campaigns = await readRows(
    trx,
    named,
    sql`SELECT id, name FROM campaigns WHERE archived_at IS NULL ORDER BY id LIMIT 6`,
  );
  const made = await readRows(
    trx,
    madeBox,
    sql`SELECT b.id, b.name, b.page, b.keyword, w.name AS site, b.fallback_url FROM campaign_boxes b
      JOIN websites w ON w.id = b.website_id WHERE b.box_kind = 'seo' ORDER BY b.id DESC LIMIT 6`,
  );
  const site = (at: number): string => sites[at % Math.max(sites.length, 1)]?.name ?? '';
  const shares = (at: number): string =>
    [60, 40]
      .map((weight, n) => `${campaigns[(at + n) % Math.max(campaigns.length, 1)]?.id ?? ''} = ${weight}`)
      .join('; ');
  const page = (keyword: string, at: number, more: Cells = {}) => ({
    cells: {
      name: `${keyword.charAt(0).toUpperCase()}${keyword.slice(1)} – ${site(at)}`,
      websiteId: site(at),
      page: `/${slug(keyword)}`,
      keyword,
      position: String(1 + (at % 3)),
      fallbackUrl: FALLBACK,
      allocation: shares(at),
      ...more,
    },
    boxId: null,
  });
  return [
    {
      kind: 'seo',
      name: 'Autumn keywords, first batch',
      state: 'made',
      age: 90,
      rows: made.map((box) => ({
        cells: {
          name: box.name,
          websiteId: box.site,
          page: box.page,
          keyword: box.keyword ?? '',
          fallbackUrl: box.fallbackUrl,
        },
        boxId: box.id,
      })),
    },
    {
      kind: 'seo',
      name: 'Autumn keywords, second batch',
      state: 'requested',
      age: 5,
      isAssigned: true,
      rows: KEYWORDS.map((keyword, at) => page(keyword, at)),
    },
    {
      kind: 'seo',
      name: 'Winter reviews',
      state: 'draft',
      age: 0,
      rows: KEYWORDS.slice(0, 4).map((keyword, at) => page(keyword, at + 3, MISTAKES.get(at))),
    },
    {
      kind: 'campaign',
      name: 'Banners of the sports pages',
      state: 'requested',
      age: 26,
      rows: [0, 1, 2, 3].map((at) => ({
        cells: {
          name: `Sports banner ${at + 1}`,
          boxKind: 'Banner',
          nativeBoxType: at % 2 === 0 ? 'Sticky native box' : 'Regular native box',
          websiteId: site(at),
          placement: at % 2 === 0 ? 'Footer' : 'Below the table',
          fallbackUrl: FALLBACK,
          allocation: shares(at + 2),
        },
        boxId: null,
      })),
    },
    {
      kind: 'campaign',
      name: 'Newsletter links',
      state: 'rejected',
      age: 50,
      rejection: 'Please name the traffic source of every link, or the visits cannot be told apart.',
      rows: [0, 1, 2].map((at) => ({
        cells: { name: `Newsletter ${at + 1}`, placement: 'Mail', fallbackUrl: FALLBACK, allocation: shares(at) },
        boxId: null,
      })),
    },
  ];
}

export async function storeBoxSheets(trx: Trx, now: Date): Promise<void> {
  const people = await trx.selectFrom('users').select(['id', 'email']).execute();
  const idOf = (grade: 'Seo User' | 'Operations') => people.find(({ email }) => email === demoEmail(grade))?.id ?? null;
  const asks = idOf('Seo User');
  const makes = idOf('Operations');
  for (const { kind, name, state, age, rows, rejection, isAssigned } of await sheetsFrom(trx)) {
    const requestedAt = new Date(now.getTime() - age * HOUR_MS);
    const requested = state === 'draft' ? NOT_REQUESTED : { requestedById: asks, requestedAt };
    const isDecided = state === 'made' || state === 'rejected';
    const decidedAt = new Date(requestedAt.getTime() + 2 * HOUR_MS);
    const decided = isDecided ? { decidedById: makes, decidedAt } : NOT_DECIDED;
    const { id: sheetId } = await trx
      .insertInto('boxSheets')
      .values({
        kind,
        name,
        state,
        rowCount: rows.length,
        assigneeId: isAssigned ? makes : null,
        createdById: asks,
        ...requested,
        ...decided,
        rejection: rejection ?? null,
        createdAt: new Date(requestedAt.getTime() - HOUR_MS),
        updatedAt: isDecided ? decidedAt : requestedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (rows.length === 0) continue;
    await trx
      .insertInto('boxSheetRows')
      .values(
        rows.map(({ cells, boxId }, at) => ({
          sheetId,
          key: newId(),
          position: at + 1,
          cells: JSON.stringify(cells),
          boxId,
        })),
      )
      .execute();
  }
}
