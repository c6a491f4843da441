/** Reads the values of fields, which a record carries as unknown. */
import { isObject } from '@signpost/contract/objects.ts';
import type { Values } from './screen.ts';

export const readText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return '';
};

/** The text; null if there is none. */
export const readTextOrNull = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return null;
};

export const readNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  return null;
};

export const readTexts = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return [];
};

/** The ids of a field that refers to several records. */
export const readIds = (value: unknown): number[] => {
  if (Array.isArray(value)) return value.map(Number);
  return [];
};

const isRow = (row: unknown): row is Values => typeof row === 'object' && row !== null && !Array.isArray(row);

/** The rows of a field that holds some. */
export const readRows = (value: unknown): Values[] => {
  if (Array.isArray(value)) return value.filter(isRow);
  return [];
};

/** The properties of an object; none if the value is something else. */
export function readObject(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  return {};
}
