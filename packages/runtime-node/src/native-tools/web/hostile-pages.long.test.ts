import { expect, it, onTestFinished } from 'vitest';
import { fetching, serve } from '../../testing/web-pages.ts';

it('a hostile page does not hold the process', async () => {
  const size = 5 * 1024 * 1024 - 100;
  const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length));
  const site = await serve({
    '/deep': { body: fill('<div>') },
    '/tables': { body: fill('<table><tr><td>') },
    '/open': { body: fill('<a href="x" ') },
    '/format': { body: fill('<b><i><p>') },
  });
  const fetch = fetching();
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  onTestFinished(() => clearInterval(timer));
  for (const path of ['/deep', '/tables', '/open', '/format']) {
    const { status, error } = await fetch(site.at(path));
    expect([path, status === 'ok' ? 'ok' : error?.code]).toEqual([
      path,
      expect.stringMatching(/^(ok|page_unreadable|tool_timeout)$/),
    ]);
  }
  expect(longest).toBeLessThan(2_000);
}, 120_000);
