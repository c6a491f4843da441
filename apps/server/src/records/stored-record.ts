/** A record as it leaves the server; its fields are the entity's. */
export interface StoredRecord {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  labels: Record<string, string>;
  [field: string]: unknown;
}
