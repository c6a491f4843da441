/** Converts violated constraints of PostgreSQL to errors at the field that caused them. */
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { NO_SUCH_RECORD, NOT_UNIQUE } from '@signpost/contract/field-messages.ts';
import { camelCase, snakeCase } from '../../platform/names.ts';

const REFUSALS: Record<string, string> = {
  '23505': NOT_UNIQUE,
  '23503': NO_SUCH_RECORD,
  '23514': 'This value is not allowed here.',
  '23502': MESSAGE.filled,
  '22003': 'This number is too large.',
};

interface PostgresError {
  code: string;
  table?: string;
  column?: string;
  constraint?: string;
  detail?: string;
}

function isPostgresError(error: unknown): error is PostgresError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

function columnOf(error: PostgresError): string {
  const named = error.column ?? /^Key \((?:lower\()?"?(\w+)/.exec(error.detail ?? '')?.[1];
  if (named) return camelCase(named);
  const constraint = error.constraint?.replace(/_(check|key|fkey)\d*$/, '') ?? '';
  return camelCase(constraint.replace(`${error.table ?? ''}_`, ''));
}

/** An AppError for a violated constraint; any other error unchanged. */
export function toFieldError(entity: EntityDefinition, error: unknown): unknown {
  if (!isPostgresError(error)) return error;
  const message = REFUSALS[error.code];
  if (message === undefined) return error;
  const column = columnOf(error);
  const inOwnTable = error.table === undefined || error.table === snakeCase(entity.table);
  const owner = Object.entries(entity.fields).find(
    ([name, field]) =>
      (field.kind === 'rows' && snakeCase(field.table) === error.table) ||
      (field.kind === 'references' && `${snakeCase(entity.table)}_${snakeCase(name)}` === error.table) ||
      (field.kind === 'tags' && error.table === 'taggings'),
  );
  if (!inOwnTable) return invalid(owner?.[0] ?? '', message, error);
  return invalid(column in entity.fields ? column : '', message, error);
}
