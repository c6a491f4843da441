import { expect, it } from 'vitest';
import { readLink } from './link.ts';

/**
 * The addresses that arrive when links have travelled through texts, mails, chats and other programs, and their
 * meaning: the id or slug, source, sub1.
 */
const FORMS: [written: string, to: number | string, source?: string, sub1?: string][] = [
  ['/box_3200', 3200],
  ['/box_3200/', 3200],
  ['/box_3200.', 3200],
  ['/box_3200,', 3200],
  ['/box_3200)', 3200],
  ['/box_3200).', 3200],
  ['/box_3200]', 3200],
  ['/box_3200>', 3200],
  ["/box_3200'", 3200],
  ['/box_3200"', 3200],
  ['/box_3200%22', 3200],
  ['/box_3200%3E', 3200],
  ['/box_3200%20', 3200],
  ['/box_3200+', 3200],
  ['/box_3200%0A', 3200],
  ['/box_3200%C2%A0', 3200],
  ['/box_3200%E2%80%8B', 3200],
  ['/box_3200\u200b', 3200],
  ['/box_3200%E2%80%9D', 3200],
  ['/box_3200…', 3200],
  ['/box_3200*', 3200],
  ['/box_3200;', 3200],
  ['/box_3200%', 3200],
  ['/box_3200/..', 3200],
  ['/box_3200/index.html?source=mail', 3200, 'mail'],
  ['//box_3200?source=mail', 3200, 'mail'],
  ['/Box_3200?source=mail', 3200, 'mail'],
  ['/box_3200?', 3200],
  ['/box_3200&source=mail', 3200, 'mail'],
  ['/box_3200/&source=mail', 3200, 'mail'],
  ['/box_3200%20?source=mail', 3200, 'mail'],
  ['/box_3200.?source=mail', 3200, 'mail'],
  ['/box_3200%3Fsource=mail%26sub1=b', 3200, 'mail', 'b'],
  ['/box_3200%3fsource%3dmail%26sub1%3db', 3200, 'mail', 'b'],
  ['/box_3200?source=AdRiver_DE&amp;sub1=b', 3200, 'AdRiver_DE', 'b'],
  ['/box_3200?&amp;source=mail&amp;amp;sub1=b', 3200, 'mail', 'b'],
  ['/box_3200&amp;source=mail', 3200, 'mail'],
  ['/box_3200?source=AdRiver_DE?sub1=b', 3200, 'AdRiver_DE', 'b'],
  ['/box_3200??source=mail', 3200, 'mail'],
  ['/box_3200?source=AdRiver_DE%20', 3200, 'AdRiver_DE'],
  ['/box_3200?source=%20AdRiver_DE', 3200, 'AdRiver_DE'],
  ['/box_3200?source=AdRiver_DE%E2%80%8B', 3200, 'AdRiver_DE'],
  ['/box_3200?source=AdRiver_DE.', 3200, 'AdRiver_DE'],
  ['/box_3200?source=AdRiver_DE/', 3200, 'AdRiver_DE'],
  ['/box_3200?Source=mail&SUB1=b', 3200, 'mail', 'b'],
  ['/box_3200?%20source=mail', 3200, 'mail'],
  ['/box_3200?source=mail&source=other', 3200, 'mail'],
  ['/box_3200?sub1=really?', 3200, '', 'really?'],
  ['/box_3200?sub1=https://a.example/?x', 3200, '', 'https://a.example/?x'],
  ['/box_3200?source={source}', 3200, '{source}'],
  // Old programs and networks of one language escape the bytes of their own encoding.
  ['/box_3200?sub1=Z%FCrich', 3200, '', 'Zürich'],
  ['/box_3200?source=mail&sub1=Z%fcrich+West', 3200, 'mail', 'Zürich West'],
  ['/box_3200?sub1=%EF%F0%EE%EC%EE', 3200, '', 'промо'],
  ['/box_3200?sub1=%EF%F0%EE%EC%EE&sub2=%D0%BF', 3200, '', 'промо'],
  ['/box_3200?sub2=%FC&sub1=%D0%BF%D1%80%D0%BE', 3200, '', 'про'],
  ['/box_3200?sub1=%D0%BF%D1%80%D0%BE%D0', 3200, '', 'про'],
  ['/box_3200%3fsub1%3dZ%FCrich', 3200, '', 'Zürich'],
  ['/box_3200?%FC=1&sub1=b', 3200, '', 'b'],
  ['/box_3200?sub1=100%', 3200, '', '100%'],
  ['/box_3200?sub1=%u0416', 3200, '', '%u0416'],
  ['/box_3200?sub1=%EF%BF%BD', 3200, '', '\ufffd'],
  // Programs that take a whole address for a path put it behind the slash of the host.
  ['/https://go.example/d_derby', 'derby'],
  ['/https://go.example/d_derby?source=mail&sub1=b', 'derby', 'mail', 'b'],
  ['/http:/go.example:8080/box_3200?source=mail', 3200, 'mail'],
  ['//https://go.example/box_3200', 3200],
  ['/https%3A%2F%2Fgo.example%2Fd_derby%3Fsource=mail', 'derby', 'mail'],
  // Programs for Markdown, browsers and chats escape the underscore or put another character in its place.
  ['/box/_3200', 3200],
  ['/box/_3200?source=mail&sub1=b/_c', 3200, 'mail', 'b/_c'],
  ['/box\\_3200', 3200],
  ['/box\\\\_3200&source=mail', 3200, 'mail'],
  ['/box%5C_3200', 3200],
  ['/box%5c%5c_3200?source=mail', 3200, 'mail'],
  ['/box%255C_3200', 3200],
  ['/box%255F3200', 3200],
  ['/box%5C%5F3200', 3200],
  ['/box//_3200', 3200],
  ['/box*3200', 3200],
  ['/box*3200?source=mail&sub1=a*b', 3200, 'mail', 'a*b'],
  ['/box%2A3200', 3200],
  ['/box\\*3200', 3200],
  ['/box%20_3200', 3200],
  ['/box_%203200', 3200],
  ['/box＿3200', 3200],
  ['/box%EF%BC%BF3200', 3200],
  ['/bs/_7', 7],
  ['/bs%5C_7', 7],
  ['/bs*7', 7],
  ['/b/_7', 7],
  ['/b\\_7', 7],
  ['/b*7', 7],
  ['/p%5C_7?source=mail', 7, 'mail'],
  ['/p/_7', 7],
  ['/p%2A7', 7],
  ['/d/_derby', 'derby'],
  ['/d\\_derby', 'derby'],
  ['/d*derby', 'derby'],
  ['/d%2Aderby?source=mail', 'derby', 'mail'],
  ['/d%5C_derby', 'derby'],
  ['/d*derby*', 'derby'],
  ['/d\\_spring\\_sale', 'spring_sale'],
  ['/d/_spring/_sale', 'spring_sale'],
  ['/d_spring%5C_sale?sub1=b%5C_c', 'spring_sale', '', 'b\\_c'],
  ['/d*spring*sale', 'spring_sale'],
  ['/d_spring*sale', 'spring'],
  ['/d_spring/sale', 'spring'],
  ['/d_spring%20sale', 'spring'],
  // A semicolon that a program put behind names, because it took them for entities of HTML.
  ['/box_3200?sub2;=2&source;=mail&sub1;=b;', 3200, 'mail', 'b;'],
  ['/box_3200?source%3B=mail&sub1%3b=b', 3200, 'mail', 'b'],
  ['/box_3200?x=1&amp;source;=mail?sub1;=b', 3200, 'mail', 'b'],
  ['/box_3200%3Fsource;%3Dmail%26sub1%3B%3Db', 3200, 'mail', 'b'],
  ['/box_3200?source;;=mail&sub1 ;=b', 3200, 'mail', 'b'],
  ['/d_derby', 'derby'],
  ['/d_Derby', 'Derby'],
  ['/D_derby', 'derby'],
  ['/d_derby.', 'derby'],
  ['/d_derby%20', 'derby'],
  ['/d_derby&source=x', 'derby', 'x'],
  ['/d_spring-sale_2)', 'spring-sale_2'],
];

it.each(FORMS)('reads %s as a link to %s', (written, to, source = '', sub1 = '') => {
  const link = readLink(written);
  expect(link && { to: link.slug || link.boxId, source: link.source, sub1: link.subs[0] }).toEqual({
    to,
    source,
    sub1,
  });
});

it.each([
  '/',
  '/box_',
  '/box_0',
  '/box_0901',
  '/box_12345678901',
  '/abox_1',
  '/box-1',
  '/box1',
  '/box/1',
  '/box%5C1',
  '/d/derby',
  '/box*_',
  '/d*',
  '/d_',
  `/d_${'x'.repeat(65)}`,
])('reads %s as no link', (written) => {
  expect(readLink(written)).toBeUndefined();
});

it.each([
  '/https://go.example/',
  '/https://go.example',
  '/https://go.example/x/d_derby',
  '/x/https://go.example/d_derby',
])('reads the address in %s as no link', (written) => {
  expect(readLink(written)).toBeUndefined();
});

it('leaves the addresses of a shown button to the beacons', () => {
  expect(readLink('/b_5/show?x=1')).toBeUndefined();
  expect(readLink('/b_5.gif')).toBeUndefined();
  expect(readLink('/b_5.')?.kind).toBe('banner');
});

/** Entities of an ampersand in front of a parameter, as programs that escape HTML and addresses leave them. */
it.each([
  ['source=X&amp;cost=0.5', 'X', '0.5'],
  ['source=X&AMP;cost=0.5', 'X', '0.5'],
  ['source=X&#38;cost=0.5', 'X', '0.5'],
  ['source=X&#038;cost=0.5', 'X', '0.5'],
  ['source=X&#x26;cost=0.5', 'X', '0.5'],
  ['source=X&#X26;cost=0.5', 'X', '0.5'],
  ['source=X&%2338;cost=0.5', 'X', '0.5'],
  ['source=X&%2338%3Bcost=0.5', 'X', '0.5'],
  ['source=X&amp%3Bcost=0.5', 'X', '0.5'],
  ['source=X&amp;#38;cost=0.5', 'X', '0.5'],
  ['source=X%26amp;cost=0.5', 'X', '0.5'],
  ['source=X%26amp%3Bcost=0.5', 'X', '0.5'],
  ['source=X%26amp%3Bamp%3Bcost=0.5', 'X', '0.5'],
  ['source=X%26%2338%3Bcost=0.5', 'X', '0.5'],
  ['source=X%26%23038%3Bcost=0.5', 'X', '0.5'],
  ['source=X%26%23x26%3Bcost=0.5', 'X', '0.5'],
  ['source=X%26%23X0026%3bcost=0.5', 'X', '0.5'],
  ['source=X%26%2338%3Bcost%3D0.5', 'X', '0.5'],
  ['source=X%26amp%3Bcode=a%26amp%3Bcost=0.5', 'X', '0.5'],
  ['source=X&sub1=AT%26T%3D1&cost=0.5', 'X', '0.5'],
  ['source=X&#39;cost=0.5', 'X', ''],
])('reads the source and cost of ?%s', (query, source, cost) => {
  expect(readLink(`/box_3200?${query}`)).toMatchObject({ source, cost });
});

it('leaves an escaped ampersand in the value that it stands in', () => {
  expect(readLink('/box_3200?sub1=a%26cost%3D5')).toMatchObject({ subs: ['a&cost=5', '', '', '', ''], cost: '' });
  expect(readLink('/box_3200?sub1=a%26%2338%3Bb')?.subs[0]).toBe('a&#38;b');
});
