import { defineConfig } from 'vitest/config';

/** Files of a worker share what they have imported: importing was a third of their time. No test leaves state in a module. */
const isolate = false;
const setupFiles = ['packages/testkit/src/seed.ts'];

/** Two kinds of tests: those that need nothing, and those that get real databases. */
export default defineConfig({
  test: {
    // One more than the two processors that CI has: a test waits for engines half of its time.
    maxWorkers: 3,
    // As ample as the limit of a test below. The default of one second turned tests red when the machine was busy.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          setupFiles,
          include: ['packages/contract/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Ample: other work beside must not turn a test red.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          setupFiles,
          include: ['apps/server/src/**/*.test.ts', 'packages/testkit/src/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
