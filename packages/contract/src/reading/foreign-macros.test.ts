/** Addresses as people paste them from other trackers, networks and web pages. */
import { describe, expect, it } from 'vitest';
import { FORMAT_VALIDATORS, targetUrl } from '../define/validators.ts';
import { foreignMacroProblem } from './foreign-macros.ts';
import { isMacro } from './macros.ts';
import { isOutgoingMacro } from './places.ts';

const at = (value: string): string => `https://net.example/lp?o=12&c=${value}&z=1`;

describe('A macro of another tool in a target', () => {
  it.each([
    ['{{clickid}}', '{click_id}'],
    ['{{click_id}}', '{click_id}'],
    ['{{ click.id }}', '{click_id}'],
    ['$\u007bCLICK_ID}', '{click_id}'],
    ['%{click_id}', '{click_id}'],
    ['#{clickid}', '{click_id}'],
    ['[click_id]', '{click_id}'],
    ['[[CLICKID]]', '{click_id}'],
    ['%5Bclickid%5D', '{click_id}'],
    ['<click-id>', '{click_id}'],
    ['#clickid#', '{click_id}'],
    ['%CLICKID%', '{click_id}'],
    ['%%clickid%%', '{click_id}'],
    ['__CLICKID__', '{click_id}'],
    ['%7Bclickid%7D', '{click_id}'],
    ['%7B%20subid%20%7D', '{click_id}'],
    ['%7B%7Bclickid%7D%7D', '{click_id}'],
    ['%7b%7b.click_id%7d%7d', '{click_id}'],
    ['{{.ClickID}}', '{click_id}'],
    ['%7Bclick_id%7Cencode%7D', '{click_id}'],
    ['%7Bsubid:1%7D', '{click_id}'],
    ['{country=AT}', '{geo}'],
    ['%7Bcountry%3DAT%7D', '{geo}'],
    ['%7Btimestamp:Y-m-d%7D', '{timestamp}'],
    ['{click_id|encode}', '{click_id}'],
    ['{{subid1}}', '{sub1}'],
    ['{{aff_sub2}}', '{sub2}'],
    ['[country]', '{geo}'],
    ['{{COUNTRY_CODE}}', '{geo}'],
    ['@source@', '{source}'],
    ['$timestamp$', '{timestamp}'],
    ['{click_id', '{click_id}'],
    ['click_id}', '{click_id}'],
    ['{click-id}', '{click_id}'],
    ['{$click_id}', '{click_id}'],
    ['((click_id))', '{click_id}'],
    ['*|CLICK_ID|*', '{click_id}'],
    ['|click_id|', '{click_id}'],
    [':click_id', '{click_id}'],
    ['INSERT_CLICK_ID_HERE', '{click_id}'],
    ['%25%25CLICK_ID%25%25', '{click_id}'],
  ])('%s is refused, and the right spelling is named', (written, right) => {
    expect(targetUrl(at(written))).toBe(`Write ${right} instead of ${written}.`);
  });

  it('in three braces is refused by its two inner ones', () => {
    expect(targetUrl(at('{{{ClickID}}}'))).toBe('Write {click_id} instead of {{ClickID}}.');
  });

  it.each([
    '{{ad.id}}',
    '[adset]',
    '%%CACHEBUSTER%%',
    '__AID__',
    '{{.BidID}}',
    '%7B%7B.BidID%7D%7D',
    '{formfield=name}',
    '%7Bformfield=name%7D',
    '%7Bformfield%3Dname%7D',
    '%7Bdate:Y-m-d%7D',
    '%7Bdate%3AY-m-d%7D',
    '%7Bcontactfield=firstname%7Cthere%7D',
    '{contactfield=firstname|there}',
  ])('%s without a counterpart is refused', (written) => {
    expect(targetUrl(at(written))).toBe(
      `${written} is a macro of another tool, which nothing fills here. Remove it, or write its value.`,
    );
  });

  it.each([
    ['{clickid}', 'Unknown macro {clickid}. Write {click_id}.'],
    ['{country}', 'Unknown macro {country}. Write {geo}.'],
    ['{adset}', 'Unknown macro {adset}.'],
  ])('%s in our own braces is refused', (written, problem) => {
    expect(targetUrl(at(written))).toBe(problem);
  });

  it('gets the spelling of the place it stands in', () => {
    expect(foreignMacroProblem(at('{{transaction_id}}'), isOutgoingMacro)).toBe(
      'Write {txid} instead of {{transaction_id}}.',
    );
    expect(foreignMacroProblem(at('{{transaction_id}}'), isMacro)).toContain('a macro of another tool');
    expect(FORMAT_VALIDATORS.outgoingUrl(at('[payout]'))).toBe('Write {payout} instead of [payout].');
  });
});

describe('An address that only looks so', () => {
  it.each([
    'https://net.example/lp?filter[geo]=AT&f[0]=1&c={click_id}',
    'https://net.example/#/app/{sub1}',
    'https://net.example/page#section',
    'https://net.example/__init__.py?x=1',
    'https://net.example/?q=%7B%22a%22%3A1%7D',
    'https://net.example/?q=%7B1%3A2%7D',
    'https://net.example/?q=%7B%7D',
    'https://net.example/?t=100%25&c={click_id}',
    'https://net.example/a:b/c@d/e!f?p=$5',
    'https://net.example/?c={click_id}-{sub1}',
    'https://net.example/?e=__x',
  ])('%s is right', (address) => {
    expect(targetUrl(address)).toBeNull();
  });
});

describe('An address that was copied from somewhere', () => {
  it.each([
    ['http://https://net.example/a', 'begins with https:// or http:// twice'],
    ['https://http//net.example/a', 'begins with https:// or http:// twice'],
    ['net.example/a?c={click_id}', 'starts with http:// or https://'],
    ['https://net.example/?a=1&amp;c={click_id}', 'The address has “&amp;”'],
    ['https://net.example/?a=1&#38;c={click_id}', 'The address has “&amp;”'],
    ['https://net.example/?a=\u200b1', 'an invisible character inside'],
    ['https://net\u00ad.example/', 'an invisible character inside'],
    ['https://net.example/?a=\u202e1', 'an invisible character inside'],
  ])('%j is refused with the reason', (address, reason) => {
    expect(targetUrl(address)).toContain(reason);
  });
});
