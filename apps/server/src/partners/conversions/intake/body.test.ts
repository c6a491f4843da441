/** Forms in which networks send their reports, each with its parameters. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formOf, pairsOf, reportsOf } from './body.ts';

const read = async (body: string, type?: string) => {
  const reports = await reportsOf(Buffer.from(body), type);
  return Array.isArray(reports) ? reports.map((report) => Object.fromEntries(report)) : reports;
};
const LEAD = { click_id: 'c', status: 'lead' };

describe('a query', () => {
  it.each([
    ['click_id=c&status=lead', LEAD],
    ['click_id=c&amp;status=lead', LEAD],
    ['&amp;click_id=c&amp;amp;status=lead', LEAD],
    ['click_id=c?status=lead', LEAD],
    ['?click_id=c&&status=lead&', LEAD],
    ['click_id=c&click_id=d&status=lead', { click_id: '["c","d"]', status: 'lead' }],
    ['click_id=c&status=lead&amount=20¤cy=USD', { ...LEAD, amount: '20', currency: 'USD' }],
    ['click_id=c&status=lead&amount=20%C2%A4cy=USD', { ...LEAD, amount: '20', currency: 'USD' }],
    ['click_id=c&status=lead&amount=20%A4cy=USD', { ...LEAD, amount: '20', currency: 'USD' }],
    ['click_id=c+&status=%6Cead', { click_id: 'c ', status: 'lead' }],
    ['status=%CE%E4%EE%E1%F0%E5%ED&click_id=c', { status: 'Одобрен', click_id: 'c' }],
    ['status=%CE%F2%EC%E5%ED%E5%ED&click_id=c', { status: 'Отменен', click_id: 'c' }],
    ['status=best%E4tigt&click_id=c', { status: 'bestätigt', click_id: 'c' }],
    ['status=lead&status=lead&click_id=c', LEAD],
    ['status=lead&click_id=c&status=', LEAD],
    ['status={status}&status=lead&click_id=c', LEAD],
    ['click_id=c&status=ftd&status=rejected', { click_id: 'c', status: '["ftd","rejected"]' }],
    ['', {}],
  ])('%j is read', (query, parameters) => {
    expect(Object.fromEntries(pairsOf(query))).toEqual(parameters);
  });
});

describe('a body', () => {
  it.each([
    ['application/json', '{"click_id":"c","status":"lead"}'],
    ['application/json; charset=utf-8', '\ufeff{"click_id":"c","status":"lead"}'],
    ['application/vnd.api+json', '{"data":{"click_id":"c","status":"lead"}}'],
    ['text/plain', '{"click_id":"c","status":"lead"}'],
    [undefined, ' {"click_id":"c","status":"lead","note":null}'],
    ['application/json', '[{"click_id":"c","status":"lead"}]'],
    ['application/json', '{"conversion":{"click_id":"c","status":"lead"}}'],
    ['application/json', '{"conversions":[{"click_id":"c","status":"lead"}]}'],
    [undefined, 'payload=%7B%22click_id%22%3A%22c%22%2C%22status%22%3A%22lead%22%7D'],
    ['application/x-www-form-urlencoded', 'data={"click_id":"c","status":"lead"}'],
    ['application/x-www-form-urlencoded', 'click_id=c&status=lead'],
    [undefined, 'click_id=c&amp;status=lead'],
    [
      'multipart/form-data; boundary=cut',
      '--cut\r\nContent-Disposition: form-data; name="click_id"\r\n\r\nc\r\n--cut\r\n' +
        'Content-Disposition: form-data; name="status"\r\n\r\nlead\r\n--cut--\r\n',
    ],
  ])('of the type %s is read: %s', async (type, body) => {
    expect(await read(body, type)).toEqual([LEAD]);
  });

  it.each([
    ['application/json; charset=ISO-8859-1', Buffer.from('{"status":"best\xe4tigt"}', 'latin1'), 'bestätigt'],
    ['application/json; charset=windows-1251', Buffer.from('{"status":"\xce\xca"}', 'latin1'), 'ОК'],
    ['application/x-www-form-urlencoded; charset=windows-1251', Buffer.from('status=%CE%F2%EC%E5%ED%E5%ED'), 'Отменен'],
    [undefined, Buffer.from('status=\xce\xf2\xec\xe5\xed\xe5\xed', 'latin1'), 'Отменен'],
  ])('of the type %s may be in another encoding than UTF-8', async (type, body, status) => {
    expect(await reportsOf(body, type)).toEqual([new Map([['status', status]])]);
  });

  it('brings several reports in a list, each of its own', async () => {
    const list = [LEAD, { ...LEAD, click_id: 'd' }];
    expect(await read(JSON.stringify(list), 'application/json')).toEqual(list);
    expect(await read(JSON.stringify({ data: list }))).toEqual(list);
    expect(await read(JSON.stringify(Array.from({ length: 501 }, () => LEAD)))).toBe('too many');
  });

  it('brings several reports as lines of JSON', async () => {
    const list = [LEAD, { ...LEAD, click_id: 'd' }];
    const lines = list.map((one) => JSON.stringify(one));
    expect(await read(`${lines.join('\n')}\n`, 'application/x-ndjson')).toEqual(list);
    expect(await read(lines.join('\r\n\r\n'), 'application/json')).toEqual(list);
    expect(await read(Array.from({ length: 501 }, () => lines[0]).join('\n'))).toBe('too many');
    expect(await read(`${lines[0]}\nbroken`, 'application/json')).toBeNull();
  });

  it('does not look into an only value whose name is no envelope', async () => {
    expect(await read('{"user":{"status":"x"}}')).toEqual([{ user: '{"status":"x"}' }]);
  });

  it('keeps what is beside a nested object', async () => {
    expect(await read('{"click_id":"c","status":"lead","meta":{"status":"x"}}')).toEqual([
      { ...LEAD, meta: '{"status":"x"}' },
    ]);
  });

  it.each([
    ['{"amount":{"value":"10.00","currency_code":"EUR"}}', { amount: '10.00', currency: 'EUR' }],
    ['{"amount":{"amount":10.00,"currency":"USD"}}', { amount: '10.00', currency: 'USD' }],
    ['{"payout":{"currencyCode":"USD","value":0.10},"currency":"EUR"}', { payout: '0.10', currency: 'EUR' }],
    ['{"currency":{"code":"USD"}}', { currency: 'USD' }],
    ['{"amount":{"value":5}}', { amount: '{"value":5}' }],
    ['{"amount":[5,6],"txid":{"id":7}}', { amount: '[5,6]', txid: '{"id":7}' }],
    ['{"amount":true,"payout":null}', { amount: 'true' }],
  ])('drops no value of %s', async (body, parameters) => {
    expect(await read(body)).toEqual([parameters]);
  });

  it.each([
    ['xml_body', '<?xml version="1.0"?><conversion><click_id>c</click_id></conversion>'],
    ['xml_body', '\ufeff <conversion click_id="c"/>'],
    ['nested_body', '{"user":{"click_id":"c","status":"lead"}}'],
    ['nested_body', '{"event":"x","conversion":{"click_id":"c","status":"lead"}}'],
    ['nested_body', '{"Type":"Notification","Message":"{\\"click_id\\":\\"c\\"}"}'],
    ['packed_body', gzipSync('{"click_id":"c","status":"lead"}')],
    ['packed_body', deflateSync('{"click_id":"c","status":"lead"}')],
    [null, '{"click_id":"c","amount":5}'],
    [null, 'click_id=c'],
    [null, 'x'],
    [null, ''],
  ])('whose form is the reason of a refusal names it: %s for %j', (form, body) => {
    expect(formOf(Buffer.from(body))).toBe(form);
  });

  it('keeps every digit of a number', async () => {
    expect(await read('{"txid":9182736455463728191,"amount":0.10}')).toEqual([
      { txid: '9182736455463728191', amount: '0.10' },
    ]);
  });

  it.each([
    ['application/json', '[1]'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
    ['application/json', '{"a":'],
    ['application/json', '['.repeat(60_000)],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=cut', '--cut\r\nbroken'],
  ])('of the type %s that has another form is refused', async (type, body) => {
    expect(await read(body, type)).toBeNull();
  });
});
