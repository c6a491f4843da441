/** A partner's postback key and protection, for people who may change the partner. The secret is shown once. */

import {
  changePostbackSetup,
  listRefusedPostbacks,
  replayRefusedPostbacks,
  showPostbackSetup,
  testPostback,
} from '@signpost/contract/calls/conversions.ts';
import { partner as partnerEntity } from '@signpost/contract/entities/partner.ts';
import { AppError, invalid } from '@signpost/contract/errors.ts';
import {
  REFUSALS,
  SECRET_PARAMETER,
  SIGNATURE_PARAMETER,
  TEST_PARAMETER,
} from '@signpost/contract/partners/conversions/postback.ts';
import {
  type PostbackSetup,
  type PostbackTest,
  postbackPath,
  type postbackSetupBody,
} from '@signpost/contract/partners/conversions/postback-setup.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { originOf } from '../../../platform/origin.ts';
import { keyIn, readRows } from '../../../platform/rows.ts';
import { hashOfToken } from '../../../platform/tokens.ts';
import { holdKey, type Vault } from '../../../platform/vault.ts';
import { recordEvent } from '../../../workplace/records/change.ts';
import { maskOf } from '../../../workplace/records/secrets.ts';
import { isReplayable, replayRefusals } from '../intake/replay.ts';
import { KEY_PURPOSE, newKey, type PostbackPartner, provedQuery, readPartner, SECRET_PURPOSE } from '../keys.ts';

const SHOWN_REFUSALS = 20;

type Change = z.infer<typeof postbackSetupBody>;

/** The routes of the partner form's postback part. */
export function postbackSetupRoutes(app: App, deps: Deps): void {
  const openVault = deps.vault;

  handle(app, showPostbackSetup, async ({ params: { id } }) =>
    shown(await readSetup(deps.db, openVault, await partnerOr404(deps.db, id)), false),
  );

  handle(app, testPostback, async ({ params: { id }, body }) => {
    const { key, ...setup } = await readSetup(deps.db, openVault, await partnerOr404(deps.db, id));
    if (key === null) throw invalid('', 'Set up postbacks first.');
    return await sendTest(deps.env, { ...setup, key }, body.query);
  });

  handle(app, listRefusedPostbacks, async ({ params: { id } }) => {
    const rows = await readRows(
      deps.db,
      refusalRow,
      sql`SELECT id, at, reason, raw, replayed_at, ${isReplayable} AS can_replay FROM postback_refusals
      WHERE partner_id = ${id} ORDER BY id DESC LIMIT ${SHOWN_REFUSALS}`,
    );
    return rows.map(({ raw, at, replayedAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      parameters: raw.parameters,
      replayedAt: replayedAt?.toISOString() ?? null,
    }));
  });

  handle(app, replayRefusedPostbacks, async ({ params: { id } }) =>
    replayRefusals(deps, await partnerOr404(deps.db, id)),
  );

  handle(app, changePostbackSetup, async ({ params: { id }, body, viewer, request }) => {
    const partner = await partnerOr404(deps.db, id);
    const vault = await openVault();
    const by = { userId: viewer.id, requestId: request.id };
    const { isSecretNew } = await setUp(deps, vault, { partner, change: body }, by);
    return shown(await readSetup(deps.db, openVault, await partnerOr404(deps.db, id)), isSecretNew);
  });
}

const TEST_TIMEOUT_MS = 5_000;

/** Sends a real postback to the click port, marked as a test: it is parsed and verified, but not stored. */
async function sendTest(
  { clickPort, host }: Deps['env'],
  setup: OpenSetup & { key: string },
  typed: string,
): Promise<PostbackTest> {
  const parameters = new URLSearchParams(typed);
  for (const name of [SECRET_PARAMETER, SIGNATURE_PARAMETER]) parameters.delete(name);
  parameters.set(TEST_PARAMETER, '1');
  const query = provedQuery(parameters, setup.protection, setup.secret ?? '');
  const url = `${originOf(host, clickPort)}${postbackPath(setup.key)}?${query}`;
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TEST_TIMEOUT_MS) });
    return { http: answer.status, answer: (await answer.text()).trim() };
  } catch (error) {
    // The failure is returned to the person, because the click port may be on another machine or down.
    return { http: null, answer: error instanceof Error ? error.message : 'no answer' };
  }
}

/** The settings by which the partner's postbacks are read. Errors: ITEM_NOT_FOUND. */
async function partnerOr404(db: Queryable, id: number): Promise<PostbackPartner> {
  const partner = await readPartner(db, id);
  if (partner === undefined) throw new AppError('ITEM_NOT_FOUND');
  return partner;
}

/** The set-up with its secret in plain text. It is only sent in the answer that creates the secret. */
type OpenSetup = Omit<PostbackSetup, 'secretMask'>;

function shown(setup: OpenSetup, isSecretNew: boolean): PostbackSetup {
  const { secret } = setup;
  if (secret === null) return { ...setup, secretMask: null };
  return { ...setup, secret: isSecretNew ? secret : null, secretMask: maskOf(secret) };
}

const refusalRow = z.object({
  id: z.number(),
  at: z.date(),
  reason: keyIn(REFUSALS),
  raw: z.object({ parameters: z.array(z.tuple([z.string(), z.string()])) }),
  replayedAt: z.date().nullable(),
  canReplay: z.boolean(),
});
const secretRow = z.object({ keySealed: z.instanceof(Buffer) });

async function readSetup(db: Db, openVault: () => Promise<Vault>, partner: PostbackPartner): Promise<OpenSetup> {
  const rows = await readRows(
    db,
    secretRow,
    sql`SELECT key_sealed FROM partner_postbacks WHERE partner_id = ${partner.partnerId}`,
  );
  const { protection, integrationId, settings, secretSealed } = partner;
  const setup = { key: null, secret: null, protection, integrationId, settings };
  const sealed = rows[0]?.keySealed;
  if (sealed === undefined) return setup;
  const vault = await openVault();
  const key = vault.open(sealed, KEY_PURPOSE);
  if (secretSealed === null) return { ...setup, key };
  return { ...setup, key, secret: vault.open(secretSealed, SECRET_PURPOSE) };
}

const setupRow = z.object({ fresh: z.boolean(), isSecretNew: z.boolean().nullable() });

async function setUp(
  deps: Pick<Deps, 'db' | 'clock'>,
  vault: Vault,
  { partner: { partnerId, protection: was }, change }: { partner: PostbackPartner; change: Change },
  by: { userId: number; requestId: string },
): Promise<{ isSecretNew: boolean }> {
  const now = deps.clock.now();
  const key = newKey();
  const secret = newKey();
  // Without protection no secret is needed. It is created and shown when a protection is chosen.
  const needsSecret = change.newSecret || change.protection !== 'none';
  const sealed = { key: vault.seal(key, KEY_PURPOSE), secret: needsSecret ? vault.seal(secret, SECRET_PURPOSE) : null };
  return await deps.db.transaction().execute(async (trx) => {
    await holdKey(trx, vault);
    const rows = await readRows(
      trx,
      setupRow,
      sql`INSERT INTO partner_postbacks AS b (partner_id, key_hash, key_sealed, protection, secret_sealed, changed_at)
        VALUES (${partnerId}, ${hashOfToken(key)}, ${sealed.key}, ${change.protection}, ${sealed.secret}, ${now})
        ON CONFLICT (partner_id) DO UPDATE SET protection = excluded.protection, changed_at = excluded.changed_at,
          key_hash = CASE WHEN ${change.newKey} THEN excluded.key_hash ELSE b.key_hash END,
          key_sealed = CASE WHEN ${change.newKey} THEN excluded.key_sealed ELSE b.key_sealed END,
          secret_sealed = CASE WHEN ${change.newSecret} OR b.secret_sealed IS NULL THEN excluded.secret_sealed
            ELSE b.secret_sealed END
        RETURNING xmax = 0 AS fresh, secret_sealed = ${sealed.secret}::bytea AS is_secret_new`,
    );
    const fresh = rows[0]?.fresh === true;
    const isSecretNew = rows[0]?.isSecretNew === true;
    await recordEvent(
      trx,
      { ...by, at: now },
      {
        entity: partnerEntity,
        id: partnerId,
        before: fresh ? null : { postbackProtection: was },
        after: {
          postbackProtection: change.protection,
          ...((fresh || change.newKey) && { postbackKey: 'replaced' }),
          ...(isSecretNew && { postbackSecret: 'replaced' }),
        },
      },
    );
    return { isSecretNew };
  });
}
