/** Reads the values of fields, which a record carries as unknown. */
import type { Values } from './screen.ts';

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text; null if there is none. */
export const readTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const readTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The ids of a field that refers to several records. */
export const readIds = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

const isRow = (row: unknown): row is Values => typeof row === 'object' && row !== null && !Array.isArray(row);

/** The rows of a field that holds some. */
export const readRows = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isRow) : []);
