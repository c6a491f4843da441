/** Background work of the e-mails to publishers. */
import { IDLE_MS, type Job } from '../../platform/job.ts';
import { untilDone } from '../../platform/repeat.ts';
import { type MailingDeps, sendDue } from './send.ts';

const EVERY_MS = 1_000;

export const mailingJobs = (deps: MailingDeps): Job[] => [
  {
    name: 'e-mails to publishers',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    wakesOn: ['mails'],
    run: (stopping) => untilDone(stopping, () => sendDue(deps, stopping)),
  },
];
