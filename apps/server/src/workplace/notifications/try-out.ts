/** Test messages: sent at once, with the true outcome. */
import { AppError } from '@signpost/contract/errors.ts';
import { sendingIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import type { SessionUser } from '../../session-user.ts';
import type { Outcome, Parcel } from './channels/channel.ts';
import { sendEmail } from './channels/email.ts';
import { hashId, readBody } from './message.ts';
import { openTarget, sendToTarget } from './targets.ts';

interface TestOutcome {
  isDelivered: boolean;
  problem: string | null;
}

function parcelFor({ name }: SessionUser, { clock, env: { publicUrl } }: Deps): Parcel {
  const id = hashId('test', newId(clock));
  const body = readBody({
    lines: [`${name} sent this test message. Notifications of Signpost arrive here.`],
    link: { route: 'profile', label: 'Open my profile' },
  });
  return {
    id,
    topic: 'test',
    threadKey: `test ${id}`,
    publicUrl,
    parts: [{ title: 'Test message', severity: 'info', at: clock.now(), body }],
  };
}

const seen = (outcome: Outcome): TestOutcome => ({
  isDelivered: outcome.state === 'delivered',
  problem: outcome.state === 'delivered' ? null : outcome.problem,
});

export async function testMail(deps: Deps, viewer: SessionUser): Promise<TestOutcome> {
  if (deps.mail === null) return { isDelivered: false, problem: sendingIsOff(viewer.grade) };
  return seen(await sendEmail(deps.mail, viewer.email, parcelFor(viewer, deps), null));
}

/** A target that has ended answers with the reason. Errors: ITEM_NOT_FOUND if the person has no such target. */
export async function testChannel(deps: Deps, viewer: SessionUser, id: number): Promise<TestOutcome> {
  const own = await deps.db
    .selectFrom('notificationChannels')
    .select(['endedAt', 'problem'])
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (own === undefined) throw new AppError('ITEM_NOT_FOUND');
  const target = await openTarget(deps, id);
  if (target === undefined)
    return { isDelivered: false, problem: `${own.problem ?? 'This channel has ended.'} Remove it and add it again.` };
  const outcome = await sendToTarget(deps, target, parcelFor(viewer, deps));
  const result = seen(outcome);
  await deps.db
    .updateTable('notificationChannels')
    .set({
      testedAt: deps.clock.now(),
      problem: result.problem,
      endedAt: outcome.state === 'ended' ? deps.clock.now() : undefined,
    })
    .where('id', '=', id)
    .execute();
  return result;
}
