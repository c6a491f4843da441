/** A record the palette found. */
export interface FoundRecord {
  entity: string;
  /** The entity's word for one record. */
  kind: string;
  id: number;
  title: string;
}
