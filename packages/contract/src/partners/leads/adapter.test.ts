import { expect, it } from 'vitest';
import { readAnswer } from './adapter.ts';

const adapter = {
  headers: {},
  body: {},
  read: { accepted: { path: 'status', is: ['ok'] }, redirect: 'url', reason: 'why', redirectAccepts: true },
};

/** The redirect in the answer of a buyer → the address to which the visitor goes. */
it.each<[url: unknown, target: string | null]>([
  ['https://ok.example/a?b=1#c', 'https://ok.example/a?b=1#c'],
  [' https://ok.example/a ', 'https://ok.example/a'],
  ['HTTPS://OK.example', 'https://ok.example/'],
  ['https://ok.example/\0x', 'https://ok.example/%00x'],
  ['https://ok.example/a b', 'https://ok.example/a%20b'],
  ['https://ok.example/a\nb', 'https://ok.example/ab'],
  ['https://ok.example/\ud800', 'https://ok.example/%EF%BF%BD'],
  ['//ok.example/a', null],
  ['/welcome', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://', null],
  ['', null],
  [null, null],
  [7, null],
  [{ url: 'https://ok.example/' }, null],
])('reads the address %j of an acceptance as %j', (url, target) => {
  const body = JSON.stringify({ status: 'ok', url });
  expect(readAnswer(adapter, { http: 200, location: null, body })).toMatchObject({
    outcome: 'accepted',
    redirectUrl: target,
  });
  if (typeof url === 'string')
    expect(readAnswer(adapter, { http: 302, location: url, body: '' })).toMatchObject({ redirectUrl: target });
});

it('reads an answer that is nested too deep as one that is not JSON', () => {
  const body = `{"status":"ok","more":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
  expect(readAnswer(adapter, { http: 200, location: null, body })).toMatchObject({ outcome: 'error' });
});

/** Answers with status 200 of buyers for which nobody has written rules. */
it.each([
  ['', 'accepted'],
  ['OK', 'accepted'],
  ['{"success":true,"id":17}', 'accepted'],
  ['{"id":17}', 'accepted'],
  ['{"code":1,"response":"OK"}', 'accepted'],
  ['<response><status>Matched</status></response>', 'accepted'],
  ['{"success":true,"duplicate":false}', 'accepted'],
  ['{"code":-8,"response":"HLR rejection"}', 'rejected'],
  ['{"Result":"Failed","Message":"Required fields missing: [email]"}', 'rejected'],
  ['{"Accepted":"false","Reason":"Rejected by all buyers."}', 'rejected'],
  ['<success>false</success>', 'rejected'],
  ['<response><status>Unmatched</status></response>', 'rejected'],
  ['{"success":false,"duplicate":false}', 'rejected'],
  ['{"success":false,"is_duplicate":0}', 'rejected'],
  ['{"code":-2,"response":"Duplicate or resubmission"}', 'duplicate'],
  ['{"success":false,"message":"Lead is a duplicate"}', 'duplicate'],
  ['Duplicate Lead', 'duplicate'],
  ['{"status":"duplicate","price":0}', 'duplicate'],
  ['{"result":"Duplicate"}', 'duplicate'],
  ['Offer Over Lead Cap', 'rejected'],
  ['Campaign Over Click Cap', 'rejected'],
  ['No Pay IP Address', 'rejected'],
  ['Blacklisted Affiliate', 'rejected'],
  ['<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>', 'error'],
  ['<div><h4>A PHP Error was encountered</h4><p>Severity: Warning</p></div>{"success":true}', 'accepted'],
  ['<div><h4>A PHP Error was encountered</h4></div>\n{"status":"Message queued"}', 'accepted'],
  ['<div><h4>A PHP Error was encountered</h4></div>{"success":false}', 'rejected'],
  ['Warning: Undefined array key "ref" in lead.php on line 7\n{"success":true,"id":17}', 'accepted'],
  ['[{"email":"n@d.example","status":"sent","_id":"e","reject_reason":null}]', 'accepted'],
  ['{"id":5,"reject_reason":null}', 'accepted'],
  ['{"id":5,"error_reason":null}', 'accepted'],
  ['{"code":0,"duplicate":null}', 'accepted'],
  ['{"id":5,"already_exists":false}', 'accepted'],
  ['[{"status":"rejected","reject_reason":"invalid-sender"}]', 'rejected'],
  ['{"Code":1001,"Responses":[{"Response":{"Code":1000}}]}', 'accepted'],
  ['{"code":10,"description":"The request was successfully processed"}', 'accepted'],
  ['{"code":100,"description":"Obligatory parameter is missing"}', 'rejected'],
  ['{"code":102,"description":"Transaction with specified reference already exists"}', 'duplicate'],
  ['{"reason":"Transaction already exists","reasonCode":102}', 'duplicate'],
  ['{"code":102,"message":"Lead already exists"}', 'duplicate'],
  ['Transaction with specified reference already exists', 'duplicate'],
  ['{"status":"error","message":"Contact already exists. Existing ID: 37","category":"CONFLICT"}', 'duplicate'],
  ['{"ErrorInfo":"","ErrorMessage":"MJ18 A Contact for Email already exists.","StatusCode":400}', 'duplicate'],
  ['{"data":[{"code":"DUPLICATE_DATA","status":"error"}]}', 'duplicate'],
  ['{"success":true,"message":"This phone is already registered"}', 'duplicate'],
  ['{"success":true,"result":[{"status":"duplicate"}]}', 'duplicate'],
  ['{"success":true,"isDuplicate":true}', 'duplicate'],
  ['{"success":true,"result":[{"status":"skipped","reasons":[{"code":"1007"}]}]}', 'rejected'],
  ['{"success":true,"result":[{"status":"rejected"}]}', 'rejected'],
  ['{"status":"received","details":{"x":{"status":"rejected"}}}', 'rejected'],
  ['{"Status":"OK","Contacts":[{"HasValidationErrors":true}]}', 'rejected'],
])('reads the answer %j of a buyer without rules as %s', (body, outcome) => {
  expect(readAnswer({ read: {} }, { http: 200, location: null, body })).toMatchObject({ outcome });
});

it.each([
  [400, '{"ErrorMessage":"MJ18 A Contact for Email already exists."}', 'duplicate'],
  [422, '{"errors":{"email":["has already been taken"]}}', 'duplicate'],
  [400, '{"errors":{"email":["is invalid"]}}', 'rejected'],
  [500, 'already exists', 'error'],
])('reads HTTP %i with %j as %s', (http, body, outcome) => {
  expect(readAnswer({ read: {} }, { http, location: null, body })).toMatchObject({ outcome });
});
