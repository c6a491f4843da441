/** Incidents: what alerts have found, and what people did about it. */
import { z } from 'zod';
import { configurationChangeSchema } from '../stats/changes.ts';
import { dimensionSchema } from '../stats/dimension-schemas.ts';

export const INCIDENT_STATES = ['pending', 'firing', 'acknowledged', 'snoozed', 'expected', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const INCIDENT_STATE_LABELS = {
  pending: 'Pending',
  firing: 'Firing',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  expected: 'Expected',
  resolved: 'Resolved',
} as const satisfies Record<IncidentState, string>;

/** The kinds of incidents: much less or more than usual, beyond a threshold, or data that does not arrive. */
export const INCIDENT_KINDS = ['down', 'up', 'below', 'above', 'late'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export const INCIDENT_ACTIONS = ['acknowledge', 'snooze', 'expect', 'resolve'] as const;
export type IncidentAction = (typeof INCIDENT_ACTIONS)[number];

/** The actions that a state allows. */
const ACTIONS_OF = {
  pending: ['snooze', 'expect'],
  firing: ['acknowledge', 'snooze', 'expect', 'resolve'],
  acknowledged: ['snooze', 'expect', 'resolve'],
  snoozed: ['acknowledge', 'snooze', 'expect', 'resolve'],
  expected: ['resolve'],
  resolved: [],
} as const satisfies Record<IncidentState, readonly IncidentAction[]>;

/** The actions that people can take on an incident. An incident about late data ends only when the data arrive. */
export function actionsOf({ state, kind }: { state: IncidentState; kind: IncidentKind }): IncidentAction[] {
  const allowed: readonly IncidentAction[] = ACTIONS_OF[state];
  return allowed.filter((action) => kind !== 'late' || action === 'acknowledge' || action === 'snooze');
}

/** The longest time for which an incident is snoozed at once. It can be prolonged. */
export const SNOOZE_DAYS = 90;

export const incidentActionSchema = z
  .strictObject({
    action: z.enum(INCIDENT_ACTIONS),
    /** Why, in the person's words; also the cause of an incident that is resolved. */
    note: z.string().trim().max(500).default(''),
    /** Until when it is snoozed. */
    until: z.iso.datetime().nullable().default(null),
  })
  .superRefine(({ action, note, until }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (action === 'snooze' && until === null) refuse('until', 'Choose until when.');
    if (action === 'expect' && note === '') refuse('note', 'Enter why this was expected.');
    if (action === 'resolve' && note === '') refuse('note', 'Enter what the cause was.');
  });

const instant = z.iso.datetime();

/** The facts that explain an incident, as they were known when it fired. */
export const incidentDetailsSchema = z.object({
  /** The dimensions that explain the change best, with the items that moved most. */
  split: z.array(
    z.object({
      dimension: dimensionSchema,
      label: z.string(),
      items: z.array(z.object({ name: z.string(), change: z.string() })),
    }),
  ),
  /** The days that the split compares, in words. */
  compared: z.string().nullable(),
  /** The changes of settings from 24 hours before the beginning on, the nearest to it first. */
  changes: z.array(configurationChangeSchema),
});
export type IncidentDetails = z.output<typeof incidentDetailsSchema>;

const AROUND_MS = 24 * 3_600_000;

/**
 * Whether a change of settings can be a cause. The beginning is only known to the hour or the day, so a change up to 24
 * hours after it can be one.
 */
export const mayBeCause = ({ at }: { at: string }, startedAt: string): boolean =>
  Date.parse(at) <= Date.parse(startedAt) + AROUND_MS;

export const incidentSchema = z.object({
  id: z.number(),
  alert: z.object({ id: z.number(), name: z.string() }).nullable(),
  kind: z.enum(INCIDENT_KINDS),
  state: z.enum(INCIDENT_STATES),
  /** One sentence: "Leads of Acme: half is gone". */
  title: z.string(),
  startedAt: instant,
  raisedAt: instant.nullable(),
  /** The end of the data that it is about. */
  until: instant,
  resolvedAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  /** Expected and seen values since the beginning, as the metric shows them; null for late data. */
  expected: z.string().nullable(),
  seen: z.string().nullable(),
  /** The incident that explains this one. */
  parentId: z.number().nullable(),
  /** How many incidents this one explains. */
  children: z.number(),
  /** The person who acknowledged it. */
  by: z.string().nullable(),
  cause: z.string().nullable(),
  timeZone: z.string(),
});
export type Incident = z.output<typeof incidentSchema>;

export const incidentEventSchema = z.object({
  id: z.number(),
  at: instant,
  /** Null for the product. */
  by: z.string().nullable(),
  state: z.enum(INCIDENT_STATES),
  note: z.string(),
});

export const incidentStorySchema = incidentSchema.extend({
  details: incidentDetailsSchema,
  events: z.array(incidentEventSchema),
  /** The statistics screen with the same question, as an address within the app; null for late data. */
  link: z.string().nullable(),
});
export type IncidentStory = z.output<typeof incidentStorySchema>;

/** The findings that an alert would have reported, with the series around them. */
export const lookBackSchema = z.object({
  unit: z.enum(['hour', 'day']),
  /** One value a day: what was seen and what was expected; null where nothing was. */
  points: z.array(z.object({ at: z.string(), seen: z.number().nullable(), expected: z.number().nullable() })),
  findings: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(INCIDENT_KINDS),
      startedAt: instant,
      raisedAt: instant,
      endedAt: instant.nullable(),
      expected: z.string(),
      seen: z.string(),
    }),
  ),
  /** How many series are watched, and how many are too young or have too few counts. */
  watched: z.number(),
  tooYoung: z.number(),
  tooFew: z.number(),
  /** The hours after which a stop of the whole series would be noticed now; null where that is not known. */
  delayHours: z.number().nullable(),
  completeUntil: instant,
});
export type LookBack = z.output<typeof lookBackSchema>;
