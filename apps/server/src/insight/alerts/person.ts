/** The person on whose behalf an alert watches, with the rights they have at that moment. */

import { mayCall, mayOpenTab, seesOwnPublisherOnly } from '@signpost/contract/access/access.ts';
import type { AlertDefinition } from '@signpost/contract/insight/alerts/alert.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { isTabName } from '@signpost/contract/routes/tab-names.ts';
import type { SessionUser } from '../../session-user.ts';

/** Why a person may not have an alert; null if they may. */
export function refusalFor(
  person: SessionUser | undefined,
  { question }: Pick<AlertDefinition, 'question'>,
): string | null {
  if (person === undefined) return 'The account is archived.';
  if (seesOwnPublisherOnly(person)) return 'Publishers cannot have alerts.';
  if (!mayCall(person, ['alerts'], 'view')) return 'Alerts are not open to this person any more.';
  if (!isTabName(question.tab)) return 'The statistics tab of the alert does not exist any more.';
  if (!mayOpenTab(person, question.tab))
    return `The tab ${tabOf(question.tab).title} is not open to this person any more.`;
  return null;
}
