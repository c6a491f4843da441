/** Words and colours of mails and recipients. */
import type { MailingState, MailingSummary, RecipientState } from '@signpost/contract/partners/mailings/mailing.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import type { BadgeProps } from '../../../ui/values/values.tsx';

type Tone = BadgeProps['tone'];

export const STATE_TONES = {
  draft: 'neutral',
  scheduled: 'accent',
  sending: 'accent',
  paused: 'attention',
  sent: 'good',
  cancelled: 'neutral',
} as const satisfies Record<MailingState, Tone>;

export const RECIPIENT_TONES = {
  planned: 'neutral',
  sending: 'accent',
  accepted: 'good',
  refused: 'bad',
  uncertain: 'attention',
  bounced: 'bad',
  complained: 'bad',
  suppressed: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<RecipientState, Tone>;

/** Recipients whose mail certainly did not arrive, or was not wanted. */
export const failuresOf = ({ counts }: MailingSummary): number => counts.refused + counts.bounced + counts.complained;

/** Whether numbers may change while one looks at them. */
export const isMoving = ({ state, counts }: MailingSummary): boolean =>
  state === 'sending' || state === 'scheduled' || counts.sending > 0;

export const peopleInWords = (count: number): string => {
  if (count === 1) return '1 person';
  return `${formatNumber(count)} people`;
};
