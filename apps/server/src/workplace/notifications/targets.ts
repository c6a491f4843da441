/** The targets of people outside the app. Their addresses and tokens are secrets, sealed in the vault and never shown again. */
import { TARGETS, type Target, type TargetKind } from '@signpost/contract/workplace/notifications/targets.ts';
import type { Db } from '../../database.ts';
import type { Send } from '../../platform/outgoing.ts';
import { PURPOSES } from '../../platform/sealed.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Outcome, Parcel } from './channels/channel.ts';
import { pushKeys, sendPush } from './channels/push.ts';
import { sendSlack } from './channels/slack.ts';
import { sendTelegram } from './channels/telegram.ts';
import { sendWebhook } from './channels/webhook.ts';

interface TargetDeps {
  db: Db;
  send: Send;
  vault: () => Promise<Vault>;
}

/** A target with its secrets. */
export type OpenTarget = { [Kind in TargetKind]: { kind: Kind; target: Target<Kind> } }[TargetKind];

/** The purpose under which targets are sealed. */
export const CHANNEL_PURPOSE = PURPOSES.channel;

/** A target of a channel that exists and has not ended; undefined if there is none. */
export async function openTarget({ db, vault }: Omit<TargetDeps, 'send'>, id: number): Promise<OpenTarget | undefined> {
  const row = await db
    .selectFrom('notificationChannels')
    .select(['kind', 'targetSealed'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const secrets: unknown = JSON.parse((await vault()).open(row.targetSealed, CHANNEL_PURPOSE));
  switch (row.kind) {
    case 'slack':
      return { kind: row.kind, target: TARGETS.slack.parse(secrets) };
    case 'telegram':
      return { kind: row.kind, target: TARGETS.telegram.parse(secrets) };
    case 'webhook':
      return { kind: row.kind, target: TARGETS.webhook.parse(secrets) };
    case 'push':
      return { kind: row.kind, target: TARGETS.push.parse(secrets) };
  }
}

/** Sends one message to a target. */
export async function sendToTarget({ db, send, vault }: TargetDeps, to: OpenTarget, parcel: Parcel): Promise<Outcome> {
  switch (to.kind) {
    case 'slack':
      return await sendSlack(send, to.target, parcel);
    case 'telegram':
      return await sendTelegram(send, to.target, parcel);
    case 'webhook':
      return await sendWebhook(send, to.target, parcel);
    case 'push':
      return await sendPush(send, await pushKeys(db, vault), to.target, parcel);
  }
}
