/** The topics of notifications, and the channels of each unless people choose otherwise. */
import { mayOpen, type Viewer } from '../../access/access.ts';
import { keysOf } from '../../objects.ts';
import { ROUTES, type RouteName } from '../../routes/index.ts';

export const CHANNELS = ['email', 'slack', 'telegram', 'webhook', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The bell in the app, and the channels outside it. */
export const PLACES = ['bell', ...CHANNELS] as const;
export type Place = (typeof PLACES)[number];

export const PLACE_LABELS = {
  bell: 'In the app',
  email: 'E-mail',
  slack: 'Slack',
  telegram: 'Telegram',
  webhook: 'Webhook',
  push: 'Browser',
} as const satisfies Record<Place, string>;

interface Topic {
  label: string;
  /** When it happens, in one sentence. */
  description: string;
  /** The places that tell it until the person chooses others. All but the bell and e-mail need a target first. */
  places: readonly Place[];
  /** Only people who can open this screen are offered the topic. */
  route?: RouteName;
  adminOnly?: true;
}

export const TOPICS = {
  runs: {
    label: 'My background jobs',
    description: 'A job of yours failed, or did not start in time.',
    places: PLACES,
  },
  services: {
    label: 'Background services',
    description: 'A part of the product stopped working in the background, or works again.',
    places: PLACES,
    adminOnly: true,
  },
  attention: {
    label: 'Needs attention',
    description: 'Something new appeared in the list "Needs attention" on Home.',
    places: [],
    route: 'home',
  },
  reports: {
    label: 'Reports',
    description: 'A report of yours is ready, or could not be sent.',
    places: ['bell'],
    route: 'advancedReporting',
  },
  alerts: {
    label: 'Alerts',
    description: 'An alert of yours, or one that names you, fires or is resolved.',
    places: ['bell', 'email'],
    route: 'alerts',
  },
  sheets: {
    label: 'Box sheets',
    description: 'A sheet of boxes waits for you, or one of yours was made or rejected.',
    places: ['bell', 'email'],
    route: 'sheets',
  },
  mailings: {
    label: 'E-mails to publishers',
    description: 'A send of yours is finished, was paused, or has recipients whose delivery is uncertain.',
    places: ['bell', 'email'],
    route: 'emailPublisher',
  },
  mentions: { label: 'Mentions', description: 'Somebody mentioned you in a note.', places: PLACES },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;
export const TOPIC_NAMES = keysOf(TOPICS);

/** A topic with the properties that only some topics have. */
const topicOf = (name: TopicName): Topic => TOPICS[name];

/** Whether a person can have a topic. */
export function mayHaveTopic(viewer: Viewer, name: TopicName): boolean {
  const { adminOnly, route } = topicOf(name);
  return (adminOnly !== true || viewer.grade === 'Admin') && (route === undefined || mayOpen(viewer, ROUTES[route]));
}

/** Whether a topic is told at a place, for a person who made this choice. */
export function isTold(topic: TopicName, place: Place, choice: boolean | undefined): boolean {
  return choice ?? topicOf(topic).places.includes(place);
}

export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_LABELS = {
  info: 'Information',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
} as const satisfies Record<Severity, string>;
