import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { furnish, type Places } from './support/furnish.ts';
import { pagesOf, settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let places: Places;

beforeAll(async () => {
  home = await startWatchedHome();
  browser = await openBrowser();
  places = await furnish(home);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

const looks = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const;

describe.each(looks)('in $language and $theme', (look) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await openPage(browser, home.url, look);
    await signInBySession(visitor, home);
  });
  afterAll(() => visitor.context.close());

  test('every page can be used by everybody, and nothing in it is refused by its own policy', {
    timeout: 240_000,
  }, async () => {
    const { page, complaints } = visitor;
    for (const { name, path, ready } of pagesOf(places)) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await settled(page);
      expect(await seriousViolations(page), `${name} (${path})`).toEqual([]);
      expect(complaints, name).toEqual([]);
      expect(await page.evaluate('document.documentElement.lang')).toBe(
        look.language === 'zh' ? 'zh-CN' : 'en',
      );
    }
  });
});

test('no page is wider than a phone', { timeout: 120_000 }, async () => {
  const visitor = await openPage(browser, home.url, { width: 360, height: 740 });
  await signInBySession(visitor, home);
  for (const { name, path, ready } of pagesOf(places)) {
    await visitor.page.goto(path);
    await visitor.page.locator(ready).first().waitFor();
    await settled(visitor.page);
    const excess = await visitor.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(excess, name).toBeLessThanOrEqual(0);
  }
  await visitor.context.close();
});

test('the first page needs less than 200 kB of script', async () => {
  const { page, context } = await openPage(browser, home.url);
  let bytes = 0;
  page.on('response', async (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
    bytes += (await response.request().sizes()).responseBodySize;
  });
  await page.goto('/', { waitUntil: 'networkidle' }).catch(() => undefined);
  await page.locator('[data-topic]').first().waitFor();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(200_000);
  await context.close();
});

test('the whole page can be used with the keyboard', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/');
  await page.locator('[data-topic]').first().waitFor();
  const seen = new Set<string>();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    seen.add(
      String(
        await page.evaluate(
          'document.activeElement?.getAttribute("href") ?? document.activeElement?.tagName',
        ),
      ),
    );
  }
  for (const needed of ['#main', '/topics', '/agents', '/search', 'SELECT', '/sign-in'])
    expect(seen, needed).toContain(needed);
  expect([...seen].some((href) => href.startsWith('/topics/'))).toBe(true);
  await page.goto('/topics');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  await context.close();
});
