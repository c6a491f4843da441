/** Matches one of: a comment, a quoted string or name, a semicolon, white space, or a run of anything else. */
const token = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(['"`])(?:\\[\s\S]|\1\1|(?!\1)[^\\])*(?:\1|$)|;|\s+|[^\s;'"`/-]+|[/-]/g;

/**
 * Splits SQL text at its semicolons. Semicolons may also occur inside quoted strings and names ('…', "…", `…`, with
 * doubled quotes and, as in ClickHouse, backslash escapes) and inside comments (`-- …` and block comments). Statements
 * are trimmed; those that contain only comments are left out.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  const finish = (end: number): void => {
    if (hasCode) statements.push(sql.slice(start, end).trim());
    start = end + 1;
    hasCode = false;
  };
  for (const match of sql.matchAll(token)) {
    const text = match[0];
    if (text === ';') finish(match.index);
    else if (!isComment(text) && text.trim() !== '') hasCode = true;
  }
  finish(sql.length);
  return statements;
}

/** The SQL with an empty pair of quotes for each quoted string or name, and a space for each comment. */
export function codeOf(sql: string): string {
  return sql.replace(token, (text) => {
    if (isComment(text)) return ' ';
    if (/^['"`]/.test(text)) return "''";
    return text;
  });
}

function isComment(text: string): boolean {
  return text.startsWith('--') || text.startsWith('/*');
}
