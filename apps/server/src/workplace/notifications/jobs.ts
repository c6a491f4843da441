/** Background work of the notifications. */
import { IDLE_MS, type Job } from '../../platform/job.ts';
import { untilDone } from '../../platform/repeat.ts';
import { type DeliveryDeps, deliverDue } from './deliver.ts';

const DELIVER_MS = 1_000;

export const notificationJobs = (deps: DeliveryDeps): Job[] => [
  {
    name: 'notifications',
    everyMs: DELIVER_MS,
    idleMs: IDLE_MS,
    wakesOn: ['notifications'],
    sends: true,
    run: (stopping) => untilDone(stopping, () => deliverDue(deps)),
  },
];
