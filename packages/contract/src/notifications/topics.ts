/** What people are told of, and by which channels unless they choose otherwise. */
import type { RouteName } from '../routes/index.ts';

export const CHANNELS = ['email', 'slack', 'telegram', 'webhook', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

interface Topic {
  label: string;
  /** When it happens, in one sentence. */
  description: string;
  /** Channels that are on until the person turns them off. The bell is always on. */
  channels: readonly Channel[];
  /** Only people who can open this screen are offered the topic. */
  route?: RouteName;
  adminOnly?: true;
}

export const TOPICS = {
  runs: {
    label: 'My background jobs',
    description: 'A job of yours failed, or did not start in time.',
    channels: ['email'],
  },
  services: {
    label: 'Background services',
    description: 'A part of the product stopped working in the background, or works again.',
    channels: ['email'],
    adminOnly: true,
  },
  attention: {
    label: 'Needs a person',
    description: 'Something new appeared in the list "Needs a person" on Home.',
    channels: [],
  },
  mentions: { label: 'Mentions', description: 'Somebody mentioned you in a note.', channels: ['email'] },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;

export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];
