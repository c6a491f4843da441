/** Device, system and browser of a user agent. */
import { browserName, systemName } from '@signpost/contract/traffic/clicks/vocabulary.ts';
import { isbot } from 'isbot';
import { UAParser } from 'my-ua-parser';
import { RecentCache } from '../recent-cache.ts';
import { deviceByRule, deviceOfSystem, isNoWearable, isProgram, systemByRule, withoutNote } from './agent-rules.ts';
import { innerBrowser } from './inner-browser.ts';

export interface Agent {
  /** `desktop`, `mobile`, `tablet`, `smarttv` …; '' if unknown. */
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly bot: boolean;
}

/** Genuine user agents are not longer; the rest is ignored. */
const LONGEST = 512;

const agents = new RecentCache<Agent>(5_000, read);

/** Parses a user agent. An empty one counts as a bot's. */
export function agentOf(userAgent: string | undefined): Agent {
  return agents.get((userAgent ?? '').slice(0, LONGEST));
}

function read(whole: string): Agent {
  const text = withoutNote(whole);
  if (text.trim() === '' || isProgram(text, isbot)) return { device: '', os: '', browser: '', bot: true };
  const { device, os, browser } = UAParser(text);
  const name = systemByRule(text) ?? os.name ?? '';
  const known = browser.name ?? '';
  const type = isNoWearable(device.type, device.model, text) ? undefined : device.type;
  return {
    device: deviceByRule(text) ?? type ?? deviceOfSystem(name, text),
    os: systemName(OURS[name] ?? name),
    browser: browserName(innerBrowser(text, name, known) ?? known),
    bot: false,
  };
}

/** Our names for those of the parser. */
const OURS: Readonly<Record<string, string>> = { 'Mac OS': 'macOS', 'Chromium OS': 'Chrome OS' };
