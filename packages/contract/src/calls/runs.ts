/** Runs of background work: the viewer's own, and everybody's for an Admin. */
import { z } from 'zod';
import { RUN_STATES, retireWorkerBody, runSchema, serviceSchema } from '../workplace/jobs/runs.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Background jobs';
const group = 'runs';
const own = { access: 'signedIn', rows: 'own' } as const;

export const listRuns = defineCall({
  name: 'listRuns',
  summary: "The latest runs of background work, the newest first: the viewer's own or, for an Admin, everybody's.",
  tag,
  group,
  method: 'GET',
  path: 'runs',
  ...own,
  query: z.object({
    whose: z.enum(['mine', 'all']).default('mine'),
    state: z.enum(RUN_STATES).optional(),
    /** Only runs with a smaller id, for the next page. */
    before: z.coerce.number<number>().int().positive().optional(),
  }),
  answer: z.array(runSchema),
});

export const readRun = defineCall({
  name: 'readRun',
  summary: 'One run of background work with its progress.',
  tag,
  group,
  method: 'GET',
  path: 'runs/:id',
  ...own,
  params: idParams,
  answer: runSchema,
});

export const cancelRun = defineCall({
  name: 'cancelRun',
  summary: 'Cancels a run. One that is under way stops at its next step and leaves nothing behind.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'runs/:id/cancel',
  ...own,
  params: idParams,
  answer: runSchema,
});

export const runAgain = defineCall({
  name: 'runAgain',
  summary: 'Starts a failed or cancelled run again; the new run is answered. Asking twice starts it once.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'runs/:id/run-again',
  ...own,
  params: idParams,
  answer: runSchema,
});

export const listServices = defineCall({
  name: 'listServices',
  summary: 'The repeated background work of every worker: when it was last alive, and what fails. Admins only.',
  tag,
  group,
  method: 'GET',
  path: 'runs/services',
  access: { routes: ['backgroundJobs'], action: 'view', grades: ['Admin'] },
  rows: 'staff',
  answer: z.array(serviceSchema),
});

export const retireWorker = defineCall({
  name: 'retireWorker',
  summary:
    'Takes a worker out of service that has ended, so that nobody waits for its data. One that is alive is refused.',
  tag,
  group,
  method: 'POST',
  repeat: 'state',
  path: 'runs/services/retire',
  access: { routes: ['backgroundJobs'], action: 'add', grades: ['Admin'] },
  rows: 'staff',
  body: retireWorkerBody,
});
