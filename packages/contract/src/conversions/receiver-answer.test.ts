/** Answers of receivers as networks document them, each with what it means. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnswerTexts, judgeAnswer } from './receiver-answer.ts';

const NONE: AnswerTexts = { successText: null, failureText: null };
const said = (body: string, texts = NONE, contentType = 'text/plain') =>
  judgeAnswer({ http: 200, contentType, body }, texts);

it.each([
  '',
  'ok',
  'OK',
  '1',
  'success',
  'success=true;',
  'Postback accepted',
  '{"status":1,"message":"ok"}',
  '{"status":200}',
  '{"success":true,"errors":[]}',
  '{"status":"ok","error":null}',
  '{"status":"success","error":false}',
  'true',
  'thanks',
  '{"result":"no errors"}',
  'GIF89a',
  'Thank you',
  '200 OK',
  '+OK',
  'OK|17',
  'taken({"success":true})',
  'yes',
  '"OK"',
  'OK: 1',
  'Success!',
  'status=ok',
  'Status: success',
  'Conversion recorded',
  'The postback has been processed successfully.',
  'processed with 0 errors',
  '{"code":0,"message":"OK"}',
  '{"code":0,"message":"Success","data":{"status":"rejected"}}',
  '{"code":200,"msg":"whatever"}',
  '{"code":"SUCCESS"}',
  '{"ok":true}',
  '{"isSuccess":true}',
  '{"result":"ok"}',
  '{"status":true,"message":"added"}',
  '{"error":false}',
  '{"error":0,"message":""}',
  '{"errcode":0,"errmsg":"ok"}',
  '{"errors":[],"failed":0}',
  '{"events_received":1,"messages":[]}',
  '{"partialFailureError":null,"results":[{"gclid":"x"}],"status":"OK"}',
  '{"data":{"success":true}}',
  '[{"status":"ok"}]',
  '{"message":"Conversion accepted"}',
  '<?xml version="1.0"?><response><success>true</success><message/></response>',
  '<result status="ok"/>',
  '<r><Status>Accepted</Status><Errors/></r>',
  '<s:Envelope xmlns:s="http://soap"><s:Body><Answer><PartialErrors></PartialErrors></Answer></s:Body></s:Envelope>',
  '<response>OK</response>',
])('%j means that it arrived', (body) => {
  expect(said(body)).toEqual({ verdict: 'delivered' });
});

it.each([
  'success=false; err_msg=duplicate',
  'success=false',
  '{"success":false,"message":"Unknown click"}',
  "{'success': false}",
  '{"status":"error","message":"no click"}',
  '{"status": "failed"}',
  'ERROR: click not found',
  'error=invalid_click',
  'Fail',
  'rejected: duplicate',
  'invalid click id',
  '{"error":"click not found"}',
  '{"error":{"code":5}}',
  '{"err_code":17}',
  'error_message=duplicate',
  '<?xml version="1.0"?><response><success>false</success><message>Unknown click</message></response>',
  '<lead><status>Rejected</status><reason>Age</reason></lead>',
  '<lead><Status>Error</Status></lead>',
  '<success>false</success>',
  '<response status="error"/>',
  '<soap:Envelope><soap:Body><soap:Fault><faultstring>x</faultstring></soap:Fault></soap:Body></soap:Envelope>',
  '<response>Invalid token</response>',
  '{"Accepted":"false","Reason":"Duplicate"}',
  'Accepted: false',
  '{"partialFailureError":{"code":3,"message":"x"}}',
  '{"errors":["no such click"]}',
  '{"errors":{"click":["required"]}}',
  '{"status":"ok","errors":[{"id":1}]}',
  '{"code":40100,"message":"Access token is incorrect"}',
  '{"code":400}',
  '{"code":"ERROR"}',
  '{"statusCode":404}',
  '{"ret":-1}',
  '{"ok":false}',
  '{"success":0}',
  '{"success":"0"}',
  '{"success":null}',
  '{"isSuccess":false}',
  '{"result":"fail"}',
  '{"result":false}',
  '{"status":"nok"}',
  '{"status":"not_found"}',
  '{"data":{"success":false}}',
  '[{"status":"error"}]',
  '{"message":"click not found"}',
  'Webhook message delivery failed with error: it is gone',
  'invalid transaction 123',
  'Cleared due to click expiry',
  'IP not in Whitelist',
  'auth_token mismatch',
  'SubId not found 123',
  'Access denied',
  'Click not found',
  'Click expired',
  'The click does not exist',
  'NO',
  'false',
  '500 Internal Server Error',
  '404',
])('%j means no', (body) => {
  expect(said(body)).toEqual({ verdict: 'failed', problem: 'said no' });
});

it.each([
  ['<!DOCTYPE html><title>Sign in</title>', 'text/plain', 'answered with a page'],
  ['  <html lang="en">', '', 'answered with a page'],
  ['<p>Welcome</p>', 'text/html; charset=utf-8', 'answered with a page'],
  ['{"status":2,"message":"Clickid is wrong"}', 'application/json', 'answered status 2'],
  ['{"status":404}', 'application/json', 'answered status 404'],
  ['{"status":0}', 'application/json', 'answered status 0'],
  ['{"status":-1}', 'application/json', 'answered status -1'],
  ['{"code":1}', 'application/json', 'answered code 1'],
  ['0', 'text/plain', 'answered status 0'],
  ['OK, but the token is invalid', 'text/plain', 'answered yes and no'],
  ['Received click_id=x&status=rejected', 'text/plain', 'answered yes and no'],
  ['hello', 'text/plain', 'answered neither yes nor no'],
  ['duplicate', 'text/plain', 'answered neither yes nor no'],
  ['{}', 'application/json', 'answered neither yes nor no'],
  ['{"id":17}', 'application/json', 'answered neither yes nor no'],
  ['<response/>', 'text/xml', 'answered neither yes nor no'],
  ['\ufffd\u0008\ufffd', 'text/plain', 'answered neither yes nor no'],
])('%j is unclear', (body, contentType, problem) => {
  expect(said(body, NONE, contentType)).toEqual({ verdict: 'unclear', problem });
});

it('reads XML that says to be HTML, as PHP sends it', () => {
  expect(said('<r><success>false</success></r>', NONE, 'text/html')).toMatchObject({ verdict: 'failed' });
});

it('judges any text without an exception, in a short time', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void said(text)));
  const started = process.threadCpuUsage();
  for (const text of [
    '<a '.repeat(30_000),
    'not '.repeat(30_000),
    'a ='.repeat(30_000),
    '{"a":'.repeat(30_000),
    ' '.repeat(90_000),
    'postback '.repeat(9_000),
  ])
    said(text);
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

it('follows the texts that were set before anything else', () => {
  const texts = { successText: 'Taken', failureText: 'duplicate' };
  expect(said('taken: error_code=0', texts)).toEqual({ verdict: 'delivered' });
  expect(said('taken, but DUPLICATE', texts)).toEqual({ verdict: 'failed', problem: 'said no' });
  expect(said('ok', texts)).toEqual({ verdict: 'failed', problem: 'not confirmed' });
  expect(said('<html>Taken</html>', texts, 'text/html')).toEqual({ verdict: 'delivered' });
  expect(said('ok', { successText: ' ', failureText: '' })).toEqual({ verdict: 'delivered' });
});

it.each([199, 301, 400, 500])('the status %i means no, whatever the text', (http) => {
  expect(judgeAnswer({ http, contentType: '', body: 'ok' }, NONE)).toEqual({ verdict: 'failed', problem: null });
});
