import { entityList } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { expect, it } from 'vitest';

const world = await testApp();
const posts = world.app.apiRoutes.filter(({ method, url }) => method === 'POST' && url.startsWith('/api/'));
const ofRecords = new Set(entityList.flatMap(({ path }) => [`/api/${path}`, `/api/${path}/:id/reverse`]));
const declared = (repeat: string) => posts.filter((route) => route.repeat === repeat).map(({ url }) => url);

it('says of every POST why it is safe to repeat', () => {
  expect(posts.filter(({ repeat }) => repeat === undefined).map(({ url }) => url)).toEqual([]);
  expect(posts.length).toBeGreaterThan(200);
});

it('does under one key once what books, sends or issues and could happen twice, and what makes a record', () => {
  expect(
    declared('key')
      .filter((url) => !ofRecords.has(url))
      .sort(),
  ).toEqual([
    '/api/allocations/:id/reverse',
    '/api/approvals/changes/:kind/:id',
    '/api/approvals/documents/:id',
    '/api/deal-proposals/:id/approve',
    '/api/deal-proposals/:id/reject',
    '/api/disputes/:id/decide',
    '/api/documents/:id/accept',
    '/api/documents/:id/apply',
    '/api/documents/:id/credit',
    '/api/documents/:id/disputes',
    '/api/documents/:id/issue',
    '/api/documents/:id/propose',
    '/api/documents/:id/send',
    '/api/documents/:id/write-off',
    '/api/documents/drafts',
    '/api/flat-fees/:id/approve',
    '/api/flat-fees/:id/reject',
    '/api/gambling-imports/:id/import',
    '/api/gambling-imports/:id/undo',
    '/api/global-deal-form/propose',
    '/api/launch-checks',
    '/api/leads/:id/resend',
    '/api/link-checks',
    '/api/mailings/:id/confirm',
    '/api/my-invoices/drafts',
    '/api/notes',
    '/api/outgoing-deliveries/:id/resend',
    '/api/payments',
    '/api/payments/:id/allocations',
    '/api/payments/:id/reverse',
    '/api/push-notifications/:id/send',
    '/api/referral-codes/bulk-create',
    '/api/report-downloads/:id/again',
    '/api/reports/:id/run',
    '/api/sheets',
    '/api/sheets/:id/rows',
    '/api/transaction-additions',
  ]);
  const made = posts.filter(({ url, repeat }) => ofRecords.has(url) && repeat !== 'key');
  expect(made.map(({ url }) => url)).toEqual([]);
});

it('does again only what neither books, sends to others nor issues', () => {
  expect(declared('anew').sort()).toEqual([
    '/api/attachments',
    '/api/auth/demo',
    '/api/auth/google',
    '/api/campaign-boxes/:id/weights',
    '/api/images',
    '/api/mailings/test',
    '/api/notifications/channels',
    '/api/notifications/channels/:id/test',
    '/api/notifications/mail/test',
    '/api/partners/:id/postback/test',
    '/api/pins',
    '/api/profile/api-keys',
    '/api/push-notifications/:id/test',
    '/api/push-setup/keys',
    '/api/robot-partners/:id/test',
    '/api/seo-campaign-boxes/:id/weights',
    '/api/sheets/:id/google/plans',
  ]);
});

it('leaves as it is, the second time, what changes a state of money without a key', () => {
  const money =
    /^\/api\/(documents|payments|allocations|periods|disputes|approvals|my-invoices|flat-fees|deal-proposals)\b/;
  expect(
    declared('state')
      .filter((url) => money.test(url) && !/\/(archive|restore|bulk)$/.test(url))
      .sort(),
  ).toEqual(['/api/documents/:id/file', '/api/documents/:id/hold', '/api/periods/close']);
});
