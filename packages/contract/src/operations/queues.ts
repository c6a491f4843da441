/** The queues of the database: work that waits, as `/metrics`, `npm run doctor` and the status screen name it. */
export const QUEUES = {
  conversionFacts: 'Facts of conversions for the statistics',
  conversions: 'Clicks whose conversions are counted again',
  deadLetters: 'Dead letters that wait for a person',
  leads: 'Leads for lead buyers',
  notifications: 'Notifications outside the app',
  outgoingPostbacks: 'Outgoing postbacks',
  publisherMails: 'E-mails to publishers',
  pushes: 'Web pushes to visitors',
  runs: 'Runs of background jobs',
} as const;

export type QueueName = keyof typeof QUEUES;
