import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';

const console_ = fileURLToPath(new URL('../../apps/console/', import.meta.url));

let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  // No home behind it: a style guide needs none.
  server = await createServer({
    configFile: join(console_, 'vite.config.ts'),
    server: { port: 0, host: '127.0.0.1', proxy: {}, hmr: false, ws: false },
    cacheDir: join(console_, 'node_modules/.vite-style-guide'),
    logLevel: 'error',
  });
  await server.listen();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the style guide shows every token and part, and can be read by everybody', async () => {
  const url = server.resolvedUrls?.local[0] ?? '';
  for (const theme of ['light', 'dark'] as const) {
    const { page, context } = await openPage(browser, url, { theme });
    await page.goto('/style-guide');
    await page.locator('.style-guide table').first().waitFor({ timeout: 50_000 });
    expect(await seriousViolations(page), theme).toEqual([]);
    await context.close();
  }
});

test('the style guide is no part of what is served to others', () => {
  const assets = join(console_, 'dist/assets');
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files)
    expect(readFileSync(join(assets, name), 'utf8'), name).not.toMatch(/style-guide/i);
});
