import { expect, it } from 'vitest';
import { codeOf, splitStatements } from './statements.ts';

it('splits at semicolons outside quotes and comments', () => {
  const sql = `-- first; comment
    CREATE TABLE a (x String DEFAULT 'a;''b\\';c');
    /* ; */ INSERT INTO "odd;name" VALUES (1) ; ; -- end;`;
  expect(splitStatements(sql).map((statement) => statement.replace(/\s+/g, ' '))).toEqual([
    "-- first; comment CREATE TABLE a (x String DEFAULT 'a;''b\\';c')",
    '/* ; */ INSERT INTO "odd;name" VALUES (1)',
  ]);
});

it('finds no statement in text that has only comments', () => {
  expect(splitStatements('-- nothing\n/* here; */\n;')).toEqual([]);
});

it('returns the code without quoted text and comments', () => {
  expect(codeOf("SELECT 'a -- SETTINGS' /* SETTINGS */, `SETTINGS` - 1 -- SETTINGS").replace(/\s+/g, ' ')).toBe(
    "SELECT '' , '' - 1 ",
  );
});
