/** A person's choices about notifications: their topics, their places and their times. */
import { z } from 'zod';
import type { Grade } from '../../access/grades.ts';
import { TARGET_KINDS } from './targets.ts';
import { PLACES, TOPIC_NAMES } from './topics.ts';

const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.');

/** A daily span in the person's time zone. One that ends before it begins lasts over midnight. */
export const quietHoursSchema = z
  .strictObject({
    from: wallTime,
    to: wallTime,
    /** Whether errors are sent even then. */
    errorsAlways: z.boolean(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Enter another time than the beginning.' });
export type QuietHoursChoice = z.output<typeof quietHoursSchema>;

/** A target as its person sees it, without its secrets. */
const channelSchema = z.object({
  id: z.number(),
  kind: z.enum(TARGET_KINDS),
  label: z.string(),
  createdAt: z.iso.datetime(),
  testedAt: z.iso.datetime().nullable(),
  /** When the target stopped existing; nothing is sent to it any more. */
  endedAt: z.iso.datetime().nullable(),
  /** Why the last message did not arrive. */
  problem: z.string().nullable(),
});
export type NotificationChannel = z.output<typeof channelSchema>;

export const notificationSettingsSchema = z.object({
  /** Whether this installation sends e-mail. */
  isMailOn: z.boolean(),
  /** The topics that the person can have, with the places at which each is told. */
  topics: z.array(
    z.object({
      name: z.enum(TOPIC_NAMES),
      label: z.string(),
      description: z.string(),
      places: z.array(z.enum(PLACES)),
    }),
  ),
  quietHours: quietHoursSchema.nullable(),
  channels: z.array(channelSchema),
  /** The public key that browsers subscribe with. */
  pushKey: z.string(),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

export const testOutcomeSchema = z.object({ isDelivered: z.boolean(), problem: z.string().nullable() });

/** Shown wherever mail matters while there is no mail server. Only Admins can do something about it. */
export const mailIsOff = (grade: Grade): string => {
  if (grade === 'Admin') return 'E-mail is off: SMTP_URL is not set. Mails wait until it is.';
  return 'E-mail is off here, and mails wait. Ask an Admin to set it up.';
};

/** The refusal of a mail that is sent at once or not at all, and does not wait for a mail server. */
export const sendingIsOff = (grade: Grade): string => {
  if (grade === 'Admin') return 'E-mail is off, because SMTP_URL is not set. Nothing was sent.';
  return 'E-mail is off here, so nothing was sent. Ask an Admin to set it up.';
};
