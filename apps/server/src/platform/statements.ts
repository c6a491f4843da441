/**
 * Splits SQL text at its semicolons. Quoted strings and names ('…', "…", `…`, with doubled quotes and, as ClickHouse
 * has them, backslash escapes) and comments (-- …, # …, nested blocks are not used) may hold semicolons of their own.
 * Statements come back trimmed; those holding nothing but comments are left out.
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
  const token =
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(['"`])(?:\\[\s\S]|\1\1|(?!\1)[^\\])*(?:\1|$)|;|\s+|[^\s;'"`/-]+|[/-]/g;
  for (const match of sql.matchAll(token)) {
    const text = match[0];
    if (text === ';') finish(match.index);
    else if (!text.startsWith('--') && !text.startsWith('/*') && text.trim() !== '') hasCode = true;
  }
  finish(sql.length);
  return statements;
}
