/** Paths of links and postbacks as programs for mail, chat and people escape them. */
import { expect, it } from 'vitest';
import { plainPath } from './request-target.ts';

it.each([
  ['/box%5F10001', '/box_10001'],
  ['/%62ox_10001', '/box_10001'],
  ['/d_oa%2Dlink?source=a%2Db', '/d_oa-link?source=a%2Db'],
  ['/box%2010001', '/box_10001'],
  ['/%20box_10001', '/box_10001'],
  ['/%C2%A0box_10001', '/box_10001'],
  ['/%20d%20oa%2Dlink', '/d_oa-link'],
  ['/%E2%80%8Cd_oa-link?source=a', '/d_oa-link?source=a'],
  ['/%e2%80%8b%EF%BB%BFbox_10001', '/box_10001'],
  ['/box_10001%E2%81%A0', '/box_10001'],
  ['/d_oa%E2%80%91link', '/d_oa-link'],
  ['/d_o%C2%ADa%E2%80%90link', '/d_oa-link'],
  ['/box_1?u=%E2%80%8B%E2%80%91', '/box_1?u=%E2%80%8B%E2%80%91'],
  ['/postback/ab%5Fcd%2D?x=1', '/postback/ab_cd-?x=1'],
  ['/box_1%20(unless', '/box_1%20(unless'],
  ['/a%2Fb%3Fc%23d%25e', '/a%2Fb%3Fc%23d%25e'],
  ['/box_1?u=%5F', '/box_1?u=%5F'],
])('%s is read as %s', (written, right) => {
  expect(plainPath(written)).toBe(right);
});
