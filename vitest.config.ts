import { defineConfig } from 'vitest/config';

/** Files of a worker share what they have imported: importing was a third of their time. No test leaves state in a module. */
const isolate = false;
const setupFiles = ['packages/testkit/src/seed.ts'];

/** Node runs TypeScript itself. With Vite's transforms between them, a single test of the server took a third longer. */
const experimental = { viteModuleRunner: false };

/** Ample: they end what hangs. Other work beside must not turn a test red. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Three kinds of tests: those of the web app, others that need nothing, and those that get real databases. */
export default defineConfig({
  test: {
    // One more than the two processors that CI has: a test waits for engines half of its time.
    maxWorkers: 3,
    // The engines may take long to stop. What goes wrong then fails the run, and Vitest ends at once when this time is over.
    teardownTimeout: 300_000,
    // As ample as the limit of a test below. The default of one second turned tests red when the machine was busy.
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        test: {
          name: 'web',
          isolate,
          setupFiles,
          include: ['apps/web/src/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'unit',
          experimental,
          isolate,
          setupFiles,
          include: ['packages/contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          experimental,
          isolate,
          setupFiles,
          include: ['apps/server/src/**/*.test.ts', 'packages/testkit/src/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          ...limits,
        },
      },
    ],
  },
});
