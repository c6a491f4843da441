import { expect, it } from 'vitest';
import { freePort } from '../../platform/ports.ts';
import { openingPage } from './opening.ts';

it('shows how far the demo is until the app takes over its port', async () => {
  const port = await freePort();
  let opened = 0;
  const page = openingPage({
    port,
    host: '127.0.0.1',
    opened: () => {
      opened += 1;
    },
  });
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect(read('/')).rejects.toThrow();
  await page.show(0);
  const first = await read('/stats?tab=global');
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await first.text()).toContain('<output>0 %</output>');
  await page.show(0.426);
  expect(await (await read('/')).text()).toContain('<progress max="100" value="43"');
  expect(await (await read('/opening')).json()).toEqual({ share: 0.426 });
  expect((await read('/partners')).status).toBe(503);
  expect(opened).toBe(1);
  await page.close();
  await expect(read('/')).rejects.toThrow();
  const next = openingPage({ port, host: '127.0.0.1' });
  await next.show(0.5);
  await next.close();
});

it('rejects if the port is taken, and has nothing to close if it was never shown', async () => {
  const port = await freePort();
  const taken = openingPage({ port, host: '127.0.0.1' });
  await taken.show(0);
  const late = openingPage({ port, host: '127.0.0.1' });
  await expect(late.show(0)).rejects.toThrow('EADDRINUSE');
  await taken.close();
  await openingPage({ port, host: '127.0.0.1' }).close();
});
