/** What a user agent says of itself. */
import { browserName, systemName } from '@signpost/contract/clicks/vocabulary.ts';
import { isbot } from 'isbot';
import { UAParser } from 'my-ua-parser';
import { RecentCache } from '../recent-cache.ts';

export interface Agent {
  /** `desktop`, `mobile`, `tablet`, `smarttv` …; '' when it says nothing. */
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly bot: boolean;
}

/** No honest agent is longer; what is beyond is not looked at. */
const LONGEST = 512;

const agents = new RecentCache<Agent>(5_000, read);

/** Reads a user agent; an empty one is a bot's. */
export function agentOf(userAgent: string | undefined): Agent {
  return agents.get((userAgent ?? '').slice(0, LONGEST));
}

function read(text: string): Agent {
  if (text.trim() === '' || isbot(text)) return { device: '', os: '', browser: '', bot: true };
  const { device, os, browser } = UAParser(text);
  const name = os.name ?? '';
  return {
    device: device.type ?? (name ? 'desktop' : ''),
    os: systemName(OURS[name] ?? name),
    browser: browserName(browser.name ?? ''),
    bot: false,
  };
}

/** Names that the parser has of its own. */
const OURS: Readonly<Record<string, string>> = { 'Mac OS': 'macOS', 'Chromium OS': 'Chrome OS' };
