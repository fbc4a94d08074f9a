import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHome, type TestHome } from '../support/start-home.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';

let home: TestHome;
let browser: Browser;

beforeAll(async () => {
  home = await startHome({ worker: false });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

/** Returns the addresses of other hosts that a page requests from now on. */
function foreignRequests(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${home.url}/`) && !request.url().startsWith('data:'))
      found.push(request.url());
  });
  return found;
}

test('the documentation works without other hosts', async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  const foreign = foreignRequests(page);
  await page.goto('/');
  await page.locator('.shell-foot a[href="/docs/"]').click();
  await page.getByRole('heading', { level: 1, name: 'Agent Home' }).waitFor();
  await page.goto('/docs/architecture');
  await page.getByRole('heading', { level: 1, name: 'Architecture' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('.VPLocalSearchBox input').fill('circle');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/docs/architecture');
  await expect.poll(() => page.locator('main').innerText()).toMatch(/circle/i);
  await page.locator('.VPSidebar').getByRole('link', { name: 'Glossary' }).click();
  await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
  await page.goto('/docs/no-such-page');
  await page.getByText('404').waitFor();
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
  await context.close();
});

test('the documentation fits a phone and a dark screen', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, context, complaints } = await openPage(browser, home.url, {
      theme,
      width: 360,
      height: 740,
    });
    for (const path of ['/docs/', '/docs/commands', '/docs/threat-model', '/docs/architecture']) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(
        theme === 'dark',
      );
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
    }
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }
});
