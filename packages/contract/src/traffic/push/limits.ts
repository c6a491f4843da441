/** Limits of web push to visitors (docs/product/push.md). */

export const PUSH_LIMITS = {
  title: 80,
  body: 240,
  /** The most bytes that fit into one message of a push service (RFC 8291 with RFC 8030, 7.2). */
  payloadBytes: 3_993,
  /** Hours for which a push service keeps a message; none keeps it for longer than 28 days. */
  ttlHours: 672,
  perMinute: 60_000,
  capPerDay: 100,
  ageDays: 3_650,
  topics: 10,
  topicLength: 32,
  endpoint: 1_024,
  /** Days for which it is known who has had a push. */
  keepDays: 180,
} as const;
