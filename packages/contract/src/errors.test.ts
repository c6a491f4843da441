import { describe, expect, it } from 'vitest';
import { ERROR_DATA, isErrorData } from './calls/error-data.ts';
import { STATUSES } from './envelope.ts';
import { AppError, codeOf, ERRORS, type ErrorCode, outcomeOf } from './errors.ts';

describe('the data of an error', () => {
  const record = { id: 3, version: 2, createdAt: 'c', updatedAt: 'u', archivedAt: null, labels: {}, name: 'Box' };

  it('has a code in the catalogue for all data that errors carry', () => {
    expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining(Object.keys(ERROR_DATA)));
  });

  it('is identified by the error code', () => {
    expect(isErrorData('CONFLICT', record)).toBe(true);
    expect(isErrorData('CONFLICT', { changes: [], versions: { 3: 1 } })).toBe(true);
    expect(isErrorData('IN_USE', [{ entity: 'rule', field: 'name', records: 1, keeping: 1 }])).toBe(true);
    expect(isErrorData('VALIDATION', { headers: ['Reference'] })).toBe(true);
    expect(isErrorData('IN_USE', { id: 3 })).toBe(true);
  });

  it('is refused when it does not match the code', () => {
    expect(isErrorData('CONFLICT', { id: 3, version: 2 })).toBe(false);
    expect(isErrorData('IN_USE', record)).toBe(false);
    expect(isErrorData('VALIDATION', 'text')).toBe(false);
    expect(isErrorData('SERVER_ERROR', { id: 3 })).toBe(false);
  });
});

describe('the error catalogue', () => {
  it('contains the specified messages word for word', () => {
    const relogin =
      'Unauthorized Request. Please re-login. You can sign out using the button in the upper right corner.';
    expect(ERRORS.UNAUTHORIZED).toEqual({ httpStatus: 401, status: 'UNAUTHORIZED', message: relogin });
    expect(ERRORS.ITEM_NOT_FOUND).toEqual({ httpStatus: 404, status: 'ITEM_NOT_FOUND', message: 'Item not found' });
    expect(ERRORS.FORBIDDEN).toMatchObject({ httpStatus: 403, status: 'FORBIDDEN' });
    expect(ERRORS.METHOD_NOT_ALLOWED).toMatchObject({ httpStatus: 405, status: 'METHOD_NOT_ALLOWED' });
    expect(ERRORS.SERVER_ERROR).toEqual({ httpStatus: 500, status: 'SERVER_ERROR', message: 'Server Error.' });
    expect(outcomeOf(0)).toEqual({ status: 'NETWORK_ERROR', message: 'Network error. Please try again.' });
  });

  it('answers every other status with Process failed', () => {
    for (const status of [400, 402, 409, 413, 418, 422, 429, 502, 503]) {
      expect(outcomeOf(status)).toEqual({ status: 'FAIL', message: 'Process failed' });
    }
  });

  it('uses only the specified status strings', () => {
    for (const entry of Object.values(ERRORS)) expect(STATUSES).toContain(entry.status);
  });

  it('finds a code for any status', () => {
    expect(codeOf(404)).toBe('ITEM_NOT_FOUND');
    expect(codeOf(418)).toBe('VALIDATION');
    expect(codeOf(504)).toBe('TIMED_OUT');
    expect(codeOf(502)).toBe('SERVER_ERROR');
  });
});

describe('AppError', () => {
  it('takes missing details from the catalogue', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const error = new AppError(code);
      expect(error).toMatchObject({ code, ...ERRORS[code], errors: [], data: null });
    }
  });

  it('keeps its own message, errors, data and cause', () => {
    const cause = new Error('inner');
    const errors = [{ path: 'name', message: 'Field has to be filled.' }];
    const error = new AppError('VALIDATION', { message: 'Name it', errors, data: { id: 3 }, cause });
    expect(error).toMatchObject({ message: 'Name it', errors, data: { id: 3 }, cause, httpStatus: 400 });
    expect(error).toBeInstanceOf(Error);
  });
});
