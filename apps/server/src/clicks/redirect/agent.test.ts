import { BROWSERS, DEVICES, SYSTEMS, valueProblem } from '@signpost/contract/clicks/vocabulary.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agentOf } from './agent.ts';

it.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    ['desktop', 'macOS', 'Safari'],
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    ['desktop', 'Chrome OS', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    ['mobile', 'Android', 'Samsung Internet'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ['mobile', 'iOS', 'Mobile Safari'],
  ],
  ['Mozilla/5.0 (X11; Haiku x86_64) Midori/9.0', ['desktop', 'Other', 'Other']],
])('reads %s', (text, [device, os, browser]) => {
  expect(agentOf(text)).toEqual({ device, os, browser, bot: false });
});

it('returns only values that a rule can name, for arbitrary user agents', () => {
  const words = fc.constantFrom(
    'Chrome',
    'Mac OS X',
    'Linux',
    'Firefox',
    'linux',
    'CHROME',
    'Opera',
    'Haiku',
    'Android',
    ';',
    '(',
    ')',
  );
  const part = fc.tuple(words, fc.constantFrom('/', ' '), fc.nat({ max: 200 })).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const { os, browser, device } = agentOf(`Mozilla/5.0 ${parts.join(' ')}`);
      expect(['', ...SYSTEMS]).toContain(os);
      expect(['', ...BROWSERS]).toContain(browser);
      expect(['', ...DEVICES]).toContain(device);
      if (os !== '') expect(valueProblem('os', os)).toBeNull();
    }),
  );
});

it('recognises no other systems and browsers than the listed ones', () => {
  expect(valueProblem('os', 'Windoze')).toMatch(/is not an operating system/);
  expect(valueProblem('browser', 'Mobile Chrome')).toMatch(/is not a known browser/);
  expect(valueProblem('browser', 'chrome')).toBeNull();
});
