import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseShare } from '../support/case-count.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { furnishWatchedHome, type Places } from './support/furnish.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { collectPages, settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let places: Places;

beforeAll(async () => {
  home = await startWatchedHome();
  browser = await openBrowser();
  places = await furnishWatchedHome(home);
  await home.slowDown();
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

const desktop = { width: 1280, height: 900 };
const openAll = 'for (const one of document.querySelectorAll("details")) one.open = true';
const phone = { width: 360, height: 740 };

/** Returns the number of pixels by which a page is wider than its window. */
async function excessWidth(page: Page): Promise<number> {
  return Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
}

const looks = [
  { language: 'en', theme: 'light', part: 0 },
  { language: 'zh', theme: 'dark', part: 1 },
] as const;

describe.each(looks)('in $language and $theme', (look) => {
  let visitor: Visitor;
  const faults = new Map<string, string[]>();
  beforeAll(async () => {
    visitor = await openPage(browser, home.url, look);
    await watchLayout(visitor.page);
    await signInBySession(visitor, home);
  });
  afterAll(() => visitor.context.close());

  test('every page is accessible, narrow and within its policy', {
    timeout: 300_000,
  }, async () => {
    const { page, complaints } = visitor;
    for (const { name, path, ready } of caseShare(collectPages(places), look.part, looks.length)) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await settled(page);
      expect(await seriousViolations(page), `${name} (${path})`).toEqual([]);
      expect(complaints, name).toEqual([]);
      await page.setViewportSize(phone);
      // A loaded machine draws the narrow page later; a fault stays.
      await expect
        .poll(() => excessWidth(page), { message: `${name} on a phone`, timeout: 20_000 })
        .toBeLessThanOrEqual(0);
      await page.setViewportSize(desktop);
      expect(await page.evaluate('document.documentElement.lang')).toBe(
        look.language === 'zh' ? 'zh-CN' : 'en',
      );
      await page.evaluate(openAll);
      faults.set(name, await layoutFaults(page, name));
    }
  });

  test('no page overlaps, overflows or cuts its content', () => {
    expect(faults.size).toBe(caseShare(collectPages(places), look.part, looks.length).length);
    const all = [...faults.values()].flat();
    expect(all, all.join('\n')).toEqual([]);
  });

  test('a dialog can be read like a page', async () => {
    const { page } = visitor;
    await page.goto(`/topics/${places.topicIds[0]}`);
    await settled(page);
    await page.locator('.proof-badge[data-proof=verified]').first().click();
    await page.locator('dialog[open] [data-fact=hash]').waitFor();
    await page.evaluate(openAll);
    const proof = await layoutFaults(page, 'proof');
    const height = await page.evaluate('document.querySelector("dialog[open]").scrollHeight');
    await page.goto('/office/topics?status=open');
    await page.locator('.office-menu-cell button').first().click();
    await page.locator('.pop-menu-item-danger').click();
    await page.getByRole('alertdialog').waitFor();
    const all = [...proof, ...(await layoutFaults(page, 'confirmation'))];
    expect(all, all.join('\n')).toEqual([]);
    expect(height).toBeLessThan(2_500);
  });
});

test('the first page needs less than 150 kB of script', async () => {
  const { page, context } = await openPage(browser, home.url);
  const encodings = new Set<string | undefined>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      encodings.add(response.headers()['content-encoding']);
  });
  await page.goto('/');
  await page.locator('[data-topic]').first().waitFor();
  const bytes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(150_000);
  for (const encoding of encodings) expect(encoding).toMatch(/^(br|gzip)$/);
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
  for (const needed of ['#main', '/', '/agents', '/search', '/join', '/sign-in', 'BUTTON'])
    expect(seen, needed).toContain(needed);
  expect([...seen].some((href) => href.startsWith('/topics/'))).toBe(true);
  await page.goto('/topics');
  await page.locator('[data-topic]').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('main');
  await context.close();
});
