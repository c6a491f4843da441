import { ClickHouseError } from '@clickhouse/client';

/**
 * An error of the statistics engine. The message is fixed, because the engine's own text can
 * contain rows, SQL and paths; that text is in `cause`, only for the log.
 */
export class EngineError extends Error {
  override name = 'EngineError';
  /**
   * `unavailable`: the engine was not reached or the connection broke. `cancelled`: by the caller. `tooLong`: over its
   * time limit.
   */
  readonly kind: 'unavailable' | 'cancelled' | 'tooLong' | 'tooLarge' | 'refused';
  /** ClickHouse's error number, when the engine itself answered. */
  readonly code: number | undefined;

  constructor(kind: EngineError['kind'], cause: unknown, code?: number) {
    super(messages[kind], { cause });
    this.kind = kind;
    this.code = code;
  }
}

const messages = {
  unavailable: 'The statistics engine cannot be reached.',
  cancelled: 'The query was cancelled.',
  tooLong: 'The query took too long.',
  tooLarge: 'The query needs too much memory or too many rows.',
  refused: 'The statistics engine refused the request.',
} satisfies Record<EngineError['kind'], string>;

const kinds = new Map<number, EngineError['kind']>([
  [159, 'tooLong'],
  [160, 'tooLong'],
  [394, 'cancelled'],
  [241, 'tooLarge'],
  [307, 'tooLarge'],
  [158, 'tooLarge'],
  [396, 'tooLarge'],
  [202, 'unavailable'],
  [209, 'unavailable'],
  [210, 'unavailable'],
  [242, 'unavailable'],
  [999, 'unavailable'],
]);

/** Converts any error of the client to an {@link EngineError}. */
export function toEngineError(error: unknown, signal?: AbortSignal): EngineError {
  if (error instanceof EngineError) return error;
  if (signal?.aborted === true) return new EngineError('cancelled', error);
  if (error instanceof ClickHouseError) {
    const code = Number(error.code);
    return new EngineError(kinds.get(code) ?? 'refused', error, code);
  }
  return new EngineError('unavailable', error);
}

/** The error that the engine wrote behind the rows of an answer that it had begun. */
export function streamError(text: string): EngineError {
  const code = Number(/Code: (\d+)\./.exec(text)?.[1] ?? Number.NaN);
  return new EngineError(kinds.get(code) ?? 'refused', new Error(text.trim()), Number.isNaN(code) ? undefined : code);
}
