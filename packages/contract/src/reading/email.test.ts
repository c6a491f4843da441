/** E-mail addresses as forms and address books send them, each with its one right answer. */
import { expect, it } from 'vitest';
import { leadEmail } from '../leads/lead.ts';

it.each([
  [' Jo@Net.example ', 'jo@net.example'],
  ['\u202ajo@net.example\u202c', 'jo@net.example'],
  ['\ufeffjo@net.example\u200b', 'jo@net.example'],
  ['mailto:jo@net.example', 'jo@net.example'],
  ['MAILTO:jo@net.example', 'jo@net.example'],
  ['jo@net.example,', 'jo@net.example'],
  ['jo@net.example.', 'jo@net.example'],
  ['jo@net.example; ', 'jo@net.example'],
  ['<jo@net.example>', 'jo@net.example'],
  ["'jo@net.example'", 'jo@net.example'],
  ['(jo@net.example)', 'jo@net.example'],
  ['"jo@net.example"', 'jo@net.example'],
  ['[jo@net.example],', 'jo@net.example'],
  ['„jo@net.example“', 'jo@net.example'],
  ['Jo Doe <jo@net.example>', 'jo@net.example'],
  ['"Doe, Jo" <jo@net.example>;', 'jo@net.example'],
  ['<mailto:jo@net.example>', 'jo@net.example'],
  ['mailto:jo@net.example?subject=Hi', 'jo@net.example'],
  ['**jo@net.example**', 'jo@net.example'],
  ["o'last@net.example", "o'last@net.example"],
  ["'o'last@net.example'", "o'last@net.example"],
  ['jo@net.example/', 'jo@net.example'],
  ['mailto:jo@net.example/', 'jo@net.example'],
  ['a/b@net.example', 'a/b@net.example'],
  ['jo@[192.168.1.1]', 'jo@[192.168.1.1]'],
  ['<jo@[192.168.1.1]>,', 'jo@[192.168.1.1]'],
  ['[jo@net.example]', 'jo@net.example'],
  ['jose\u0301@net.example', 'josé@net.example'],
  ['Jo <jo@net.example', null],
  ['Jo @ home <jo@net.example>', 'jo@net.example'],
  ['a+b@net.example', 'a+b@net.example'],
  ['hähnchen@käse.example', 'hähnchen@käse.example'],
  ['jo\u200b@net.example', null],
  ['jo@net\u00ad.example', null],
  ['jo@net', null],
  ['', null],
])('%j is read as %j', (written, right) => {
  expect(leadEmail.safeParse(written).data ?? null).toBe(right);
});
