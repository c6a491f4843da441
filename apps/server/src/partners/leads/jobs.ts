/** Background work on leads: finding their clicks, and offering waiting leads to buyers. */
import { IDLE_MS, type Job } from '../../platform/job.ts';
import { untilDone } from '../../platform/repeat.ts';
import { knowClicks } from './clicks.ts';
import { distributeDue, type LeadDeps } from './distribute.ts';

const EVERY_MS = 1_000;

export function leadJobs(deps: LeadDeps): Job[] {
  return [
    {
      name: 'clicks of leads',
      everyMs: EVERY_MS,
      idleMs: IDLE_MS,
      wakesOn: ['leads', 'clicks'],
      run: () => knowClicks(deps, new Date()),
    },
    {
      name: 'leads to buyers',
      everyMs: EVERY_MS,
      idleMs: IDLE_MS,
      wakesOn: ['leads'],
      sends: true,
      run: (stopping) => untilDone(stopping, () => distributeDue(deps, new Date())),
    },
  ];
}
