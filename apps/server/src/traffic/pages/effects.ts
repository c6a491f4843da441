/**
 * The effects of saving a template or a button: forbidden parts are left out, and a running test keeps its variants.
 */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { pageOfTarget } from '@signpost/contract/define/validators.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import { isObject, objectsOf } from '@signpost/contract/objects.ts';
import { hasPlaces, PLACES_IN_TEXT } from '@signpost/contract/traffic/pages/places.ts';
import { sql } from 'kysely';
import type { Trx } from '../../database.ts';
import { canonical } from '../../workplace/records/audit-values.ts';
import type { Effect, Effects } from '../../workplace/records/effects.ts';
import { parsePage } from '../clicks/pages/liquid.ts';
import { sanitizeCss, sanitizePage } from '../clicks/pages/sanitize.ts';
import { runningPlan } from './tests/store.ts';
import { type SubjectKind, variantsOf } from './tests/subject.ts';

/** Takes out what pages may not contain. Errors: VALIDATION at the variant that cannot be read. */
function prepared(input: unknown): unknown {
  if (!isObject(input)) return input;
  const errors: { path: string; message: string }[] = [];
  const clean: Record<string, unknown> = { ...input };
  if (typeof clean.css === 'string') clean.css = sanitizeCss(clean.css);
  if (Array.isArray(clean.variants))
    clean.variants = clean.variants.map((row: unknown, at) => {
      if (!isObject(row) || typeof row.html !== 'string') return row;
      const html = sanitizePage(row.html).trim();
      const parsed = parsePage(html);
      if (!parsed.ok) errors.push({ path: `variants.${at}.html`, message: parsed.problem });
      return { ...row, html };
    });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  return clean;
}

/** A name can stand for one text only, and a text is shown as it is. */
function checkTexts(record: StoredRecord): void {
  for (const rows of ['texts', 'variants'] as const) {
    const raw = objectsOf(record[rows]).findIndex(({ text }) => hasPlaces(text));
    if (raw !== -1) throw invalid(`${rows}.${raw}.text`, PLACES_IN_TEXT);
  }
  const names = objectsOf(record.texts).map(({ name }) => name);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (at !== -1) throw invalid(`texts.${at}.name`, 'Another text has this name already.');
}

const updated =
  (kind: SubjectKind) =>
  async (trx: Trx, record: StoredRecord): Promise<void> => {
    checkTexts(record);
    const plan = await runningPlan(trx, kind, record.id);
    if (plan === undefined || canonical(plan.variants) === canonical(variantsOf(record))) return;
    throw invalid('variants', 'A test of these variants is running. Stop it before changing them.');
  };

const archived =
  (kind: SubjectKind) =>
  async (trx: Trx, { id, archivedAt }: StoredRecord): Promise<void> => {
    if (archivedAt === null) return;
    const subject = sql.ref(`${kind}_id`);
    await sql`UPDATE page_tests SET state = 'stopped', ended_at = ${archivedAt}
      WHERE ${subject} = ${id} AND state = 'running'`.execute(trx);
  };

/** A campaign cannot show a page that does not exist. */
async function checkPage(trx: Trx, record: StoredRecord): Promise<void> {
  const target = String(record.targetUrl ?? '');
  const page = target.startsWith('/') ? pageOfTarget(target) : undefined;
  if (page === undefined) return;
  const { rows } = await sql`SELECT 1 FROM templates WHERE id = ${page}`.execute(trx);
  if (rows.length > 0) return;
  const message = `There is no template ${page}. Save the template of this campaign first; it has the campaign’s id.`;
  throw invalid('targetUrl', message);
}

const effectOf = (kind: SubjectKind): Effect => ({
  prepared,
  created: async (_trx, record) => checkTexts(record),
  updated: updated(kind),
  archived: archived(kind),
});

export const pageEffects: Effects = {
  template: effectOf('template'),
  button: effectOf('button'),
  campaign: { created: checkPage, updated: checkPage },
};
