/** The forms of one e-mail address, each found by every other. */
import { expect, it } from 'vitest';
import { addressForms, addressKey } from './address-forms.ts';

it.each([
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@xn--mnchen-3ya.example', 'info@münchen.example'],
  ['info@mu\u0308nchen.example', 'info@münchen.example'],
  ['INFO@XN--MNCHEN-3YA.example', 'info@mu\u0308nchen.example'],
  ['jose\u0301@net.example', 'josé@net.example'],
  ['josé@net.example', 'jose\u0301@net.example'],
  ['用户@例子.公司', '用户@xn--fsqu00a.xn--55qx5d'],
  ['jo@net。example', 'jo@net.example'],
])('finds %j as %j', (one, other) => {
  expect(addressForms(one)).toContain(other);
  expect(addressKey(one)).toBe(addressKey(other));
});

it.each(['jo@net.example', 'jo@1.2', 'a@b', 'nobody', '', 'jo@xn--.example', 'jo@ä..example'])('keeps %j', (one) => {
  expect(addressForms(one)).toContain(one);
});

it('keeps different addresses apart', () => {
  expect(addressForms('jose@net.example')).toEqual(['jose@net.example']);
  expect(addressForms('info@munchen.example')).not.toContain('info@münchen.example');
});
