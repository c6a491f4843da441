/**
 * The one list of figures that `GET /metrics` reports (docs/product/operations.md#metrics). Labels only have values from
 * fixed lists, or name machines: never people, addresses, records or links.
 */
interface MeasureDefinition {
  kind: 'counter' | 'gauge' | 'histogram';
  /** A sentence for people who read the figure. */
  help: string;
  labels: readonly string[];
}

export const MEASURES = {
  signpost_requests_total: {
    kind: 'counter',
    help: 'Requests that the app answered, by the first digit of the status.',
    labels: ['status'],
  },
  signpost_request_seconds: { kind: 'histogram', help: 'Time to answer a request of the app.', labels: [] },
  signpost_click_requests_total: { kind: 'counter', help: 'Requests that arrived on the click port.', labels: [] },
  signpost_redirects_total: { kind: 'counter', help: 'Visitors that were redirected to a target.', labels: [] },
  signpost_decisions_total: {
    kind: 'counter',
    help: 'Clicks by the reason that their facts record: why they went where they went, or why they count as bots.',
    labels: ['outcome'],
  },
  signpost_flooded_clicks_total: {
    kind: 'counter',
    help: 'Clicks of bots that came too fast and were counted together.',
    labels: [],
  },
  signpost_postbacks_total: { kind: 'counter', help: 'Postbacks by the status of their answer.', labels: ['status'] },
  signpost_log_recorded_total: { kind: 'counter', help: 'Facts that this router wrote to its log.', labels: [] },
  signpost_log_unrecorded: {
    kind: 'gauge',
    help: 'Facts that this router could not write to its log since it started.',
    labels: [],
  },
  signpost_log_waiting: { kind: 'gauge', help: 'Facts that wait for the disk of this router.', labels: [] },
  signpost_log_writable: { kind: 'gauge', help: '1 while the log of this router can be written.', labels: [] },
  signpost_configuration_stale_seconds: {
    kind: 'gauge',
    help: 'How long this router has not been able to read its configuration; 0 while it can.',
    labels: [],
  },
  signpost_click_log_unshipped_bytes: {
    kind: 'gauge',
    help: 'Click log on this machine that is not in the statistics yet.',
    labels: [],
  },
  signpost_click_log_unshipped_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest fact on this machine that is not in the statistics yet.',
    labels: [],
  },
  signpost_shipping_lag_seconds: {
    kind: 'gauge',
    help: 'Time since the instant until which this worker has shipped the click log of its machine.',
    labels: [],
  },
  signpost_source_watermark_seconds: {
    kind: 'gauge',
    help: 'The instant until which the data of a source is complete, in seconds since 1970. The same in every process.',
    labels: ['source', 'worker'],
  },
  signpost_queue_depth: {
    kind: 'gauge',
    help: 'Entries that wait in a queue of the database. The same in every process.',
    labels: ['queue'],
  },
  signpost_queue_overdue_seconds: {
    kind: 'gauge',
    help: 'How long the first entry of a queue has been due; 0 if none is. The same in every process.',
    labels: ['queue'],
  },
  signpost_runs: {
    kind: 'gauge',
    help: 'Runs in the ledger. The same in every process.',
    labels: ['kind', 'state'],
  },
  signpost_runs_standing: {
    kind: 'gauge',
    help: 'Runs under way that have reported no progress for ten minutes. The same in every process.',
    labels: [],
  },
  signpost_run_places: {
    kind: 'gauge',
    help: 'Places for runs of this worker: taken or free; and runs that were ended while their work had not stopped.',
    labels: ['state'],
  },
  signpost_services: {
    kind: 'gauge',
    help: 'Background services that work, fail or give no sign of life. The same in every process.',
    labels: ['state'],
  },
  signpost_job_rounds_total: {
    kind: 'counter',
    help: 'Rounds of background work in this process.',
    labels: ['job', 'outcome'],
  },
  signpost_engine_seconds: {
    kind: 'histogram',
    help: 'Time of a statement in PostgreSQL or ClickHouse, as this process sees it.',
    labels: ['engine', 'work', 'outcome'],
  },
  signpost_pool_connections: {
    kind: 'gauge',
    help: 'Connections of a PostgreSQL pool of this process.',
    labels: ['pool', 'state'],
  },
  signpost_pool_waiting: { kind: 'gauge', help: 'Requests that wait for a connection of a pool.', labels: ['pool'] },
  signpost_pool_wait_seconds: {
    kind: 'histogram',
    help: 'Time that a request waited for a connection of a pool.',
    labels: ['pool'],
  },
  signpost_disk_free_bytes: { kind: 'gauge', help: 'Free space of the disk that holds DATA_DIR.', labels: [] },
  signpost_scrape_failed: {
    kind: 'gauge',
    help: '1 for a group of figures that could not be read and is missing from this answer.',
    labels: ['part'],
  },
} as const satisfies Record<`signpost_${string}`, MeasureDefinition>;

export type MeasureName = keyof typeof MEASURES;
type NamesOf<Kind extends MeasureDefinition['kind']> = {
  [Name in MeasureName]: (typeof MEASURES)[Name]['kind'] extends Kind ? Name : never;
}[MeasureName];
export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
/** Figures with one value for each combination of labels. */
export type ValueName = NamesOf<'counter' | 'gauge'>;

/** A value for each label of a figure. */
export type LabelsOf<Name extends MeasureName> = Record<(typeof MEASURES)[Name]['labels'][number], string>;
