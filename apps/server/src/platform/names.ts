/**
 * The mechanical mapping between TypeScript's camelCase and SQL's snake_case. Digits stay with the word before
 * them (`sub1` ⇄ `sub1`), exactly as Kysely's CamelCasePlugin does it, so that both agree.
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The inverse of {@link snakeCase}. */
export function camelCase(name: string): string {
  return name.replace(/(?<=^_|[^_])_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
