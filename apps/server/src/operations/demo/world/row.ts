/** A row to insert: its keys are columns in camelCase. */
export type Row = Readonly<Record<string, unknown>>;
