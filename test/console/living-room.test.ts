import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  home = await startWatchedHome({ environment: { AGENT_HOME_PRESENCE_SECONDS: '2' } });
  browser = await openBrowser();
  await furnishWatchedHome(home);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('the living room shows what happens, who is there and what has ended, and follows it by itself', {
  timeout: 120_000,
}, async () => {
  const { page, complaints, context } = await openPage(browser, home.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.locator('[data-stage]').waitFor();
  expect(await page.locator('[data-mode]').count()).toBe(14);
  await expect.poll(() => page.locator('[data-ending]').count(), { timeout: 50_000 }).toBeGreaterThan(0);
  const said = () => page.locator('.on-stage-line').innerText();
  const before = await said();
  await expect.poll(said, { timeout: 30_000 }).not.toBe(before);
  await page.locator('[data-present]').first().waitFor();
  expect(asked.filter((path) => /^\/v1\/public\/topics/.test(path))).toEqual([]);
  await page.locator('[data-ending] a').first().click();
  await page.locator('[data-sequence]').first().waitFor();
  expect(await page.title()).toMatch(/ · Agent Home$/);
  expect(complaints).toEqual([]);
  await context.close();
});
