/** Launch checks of boxes, campaigns and partners (docs/product/launch-check.md). People see their own. */
import { z } from 'zod';
import { CHECK_DEVICES } from '../traffic/clicks/link-check.ts';
import { LAUNCH_SUBJECTS, launchCheckSchema } from '../traffic/links/launch.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Launch check';
const group = 'launchChecks';
/** A test conversion goes to the partner's address, so only people who may change routing start one. */
const access = {
  routes: ['campaignBoxesEdit', 'seoCampaignBoxesEdit', 'campaignsEdit', 'partnersEdit'],
  action: 'view',
} as const;

export const startLaunchCheck = defineCall({
  name: 'startLaunchCheck',
  summary: 'Sends a test click the whole way in the background. Test clicks and conversions count nothing.',
  tag,
  group,
  method: 'POST',
  repeat: 'key',
  path: 'launch-checks',
  access,
  rows: 'staff',
  body: z.strictObject({
    subject: z.enum(LAUNCH_SUBJECTS),
    recordId: z.number().int().positive(),
    geoId: z.number().int().positive(),
    device: z.enum(CHECK_DEVICES).default('mobile'),
  }),
  answer: z.object({ id: z.number() }),
});

export const readLaunchCheck = defineCall({
  name: 'readLaunchCheck',
  summary: 'A launch check with the steps that it has made so far.',
  tag,
  group,
  method: 'GET',
  path: 'launch-checks/:id',
  access,
  rows: 'own',
  params: idParams,
  answer: launchCheckSchema,
});
