/** Answers of receivers as networks document them, each with what it means. */
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
])('%j means no', (body) => {
  expect(said(body)).toEqual({ verdict: 'failed', problem: 'said no' });
});

it.each([
  ['<!DOCTYPE html><title>Sign in</title>', 'text/plain', 'answered with a page'],
  ['  <html lang="en">', '', 'answered with a page'],
  ['<p>Welcome</p>', 'text/html; charset=utf-8', 'answered with a page'],
  ['{"status":2,"message":"Clickid is wrong"}', 'application/json', 'answered status 2'],
  ['{"status":404}', 'application/json', 'answered status 404'],
])('%j is unclear', (body, contentType, problem) => {
  expect(said(body, NONE, contentType)).toEqual({ verdict: 'unclear', problem });
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
