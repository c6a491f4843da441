import { codeOf, splitStatements } from '../../platform/statements.ts';

/** A parsed request to the engine. */
export interface Statement {
  kind: 'read' | 'write' | 'kill' | 'insert';
  sql: string;
  /**
   * Settings at the end of a read are removed from its text and applied to its connection, because a read-only
   * connection refuses them in the text.
   */
  settings: Map<string, string>;
  /** The format that the text names. */
  format: string | undefined;
}

/** An error in the engine's wording, for requests that do not reach the engine. */
export class StatementError extends Error {
  readonly code: number;
  constructor(code: number, name: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message} (${name})`);
    this.code = code;
  }
}

/** The settings that a reader may change; all others are refused, above all `readonly`. */
const readerSettings = new Set([
  'max_execution_time',
  'max_threads',
  'max_block_size',
  'max_result_rows',
  'max_result_bytes',
  'result_overflow_mode',
  'max_rows_to_read',
  'max_rows_to_group_by',
  'preferred_optimize_projection_name',
  'use_primary_key',
  'max_bytes_to_read',
  'max_bytes_before_external_group_by',
  'max_bytes_before_external_sort',
  'output_format_json_quote_decimals',
  'output_format_json_quote_64bit_integers',
  'date_time_output_format',
  'optimize_aggregation_in_order',
  'optimize_read_in_order',
  'optimize_use_projections',
  'join_algorithm',
  'final',
  // Settings of a cluster, without effect here.
  'distributed_product_mode',
  'select_sequential_consistency',
]);

const value = String.raw`(?:-?\d+(?:\.\d+)?|'[\w.:,-]*')`;
const tail = new RegExp(
  String.raw`\sSETTINGS\s+(\w+\s*=\s*${value}(?:\s*,\s*\w+\s*=\s*${value})*)\s*(\sFORMAT\s+\w+)?\s*$`,
  'i',
);

/** Reads one request's text. Throws StatementError for several statements at once and for settings a reader may not change. */
export function readStatement(text: string, hasData: boolean): Statement {
  const statements = splitStatements(text);
  const sql = statements[0];
  if (sql === undefined) throw new StatementError(62, 'SYNTAX_ERROR', 'Empty query.');
  if (statements.length > 1) throw new StatementError(62, 'SYNTAX_ERROR', 'Multi-statements are not allowed.');
  const keyword = firstWord(sql);
  const format = /\sFORMAT\s+(\w+)\s*(?:\sSETTINGS\s[^;]*)?$/i.exec(sql)?.[1];
  const plain = { sql, format, settings: new Map<string, string>() };
  if (keyword === 'KILL') return { ...plain, kind: 'kill' };
  if (keyword === 'INSERT' && hasData) return { ...plain, kind: 'insert' };
  if (!/^(?:SELECT|WITH|SHOW|DESC|DESCRIBE|EXISTS|EXPLAIN|CHECK|)$/.test(keyword)) return { ...plain, kind: 'write' };

  const match = tail.exec(sql);
  refuseInnerSettings(sql.slice(0, match?.index));
  if (match === null) return { ...plain, kind: 'read' };
  const settings = new Map<string, string>();
  for (const [, name = '', setting = ''] of (match[1] ?? '').matchAll(new RegExp(`(\\w+)\\s*=\\s*(${value})`, 'g'))) {
    if (!readerSettings.has(name)) {
      throw new StatementError(164, 'READONLY', `Cannot modify '${name}' setting in readonly mode.`);
    }
    settings.set(name, setting.replaceAll("'", ''));
  }
  return { kind: 'read', sql: sql.slice(0, match.index) + (match[2] ?? ''), settings, format };
}

/**
 * In a subquery, chDB lets a reader change any setting, even `readonly = 0`, and so read files. Unusual quotes and
 * comments, which could hide such a clause, are refused as well; the product never writes them.
 */
function refuseInnerSettings(sql: string): void {
  if (/\bSETTINGS\b(?!\s*\[)|[$#‘’“”]/i.test(codeOf(sql))) {
    throw new StatementError(164, 'READONLY', 'A reader may only have SETTINGS at the end of the statement.');
  }
}

/** The statement's first word in capitals, after any comments; '' if the statement starts with a bracket. */
function firstWord(sql: string): string {
  const start = sql.replace(/^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
  return (/^[A-Za-z]*/.exec(start)?.[0] ?? '').toUpperCase();
}
