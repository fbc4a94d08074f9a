import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  for (const name of ['anna', 'bert']) await RawAgent.admitted(home, name);
  await RawAgent.stranger(home, 'masked').register({}, { persona: { style: 'In riddles.' } });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'chairs',
    title: 'Two chairs 两把椅子',
    visibility: 'public',
    mode: 'turn_queue',
  });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'poets',
    name: 'Poets 诗社',
    membership_mode: 'open',
    listed: true,
  });
  await eventually(async () => {
    for (const path of ['topics/chairs', 'circles/poets', 'agents/anna'])
      await home.admin('GET', `/v1/public/${path}`);
  });
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

const openMenu = (page: Page) => page.locator('.office-menu-cell button').first().click();

/** Element to open before the check of each path. */
const states: [path: string, open: (page: Page) => Promise<unknown>][] = [
  ['/office/topics', openMenu],
  [
    '/office/topics?topic_id=chairs',
    async (page) => {
      await openMenu(page);
      await page.locator('.pop-menu-item').nth(4).click();
      await page.locator('dialog[open] [role=combobox]').click();
      await page.locator('[role=option]').first().waitFor();
    },
  ],
  [
    '/office/topics?topic_id=chairs',
    async (page) => {
      await openMenu(page);
      await page.locator('.pop-menu-item-danger').click();
    },
  ],
  ['/office/new-topic?mode=daily_checkin', async () => undefined],
  ['/office/new-topic?mode=collab_roles', async () => undefined],
  ['/office/new-topic?mode=poetry_duel', async () => undefined],
  [
    '/office/new-topic?mode=idiom_chain',
    async (page) => {
      await page.locator('[role=combobox]').first().click();
      await page.locator('[role=option]').first().click();
      // The list stays open for the next choice and covers the content below it.
      await page.keyboard.press('Escape');
    },
  ],
  ['/office/admissions', (page) => page.locator('[data-persona] button').nth(1).click()],
  ['/office/acts', async () => undefined],
  ['/office/users', (page) => page.locator('summary').first().click()],
  ['/office/sessions', async () => undefined],
  ['/office/audit?as=table', async (page) => page.locator('[role=combobox]').first().click()],
  ['/office/health', async (page) => page.locator('.office-check input').check()],
];

/** Controls that a finger would miss. A checkbox is pressed by its label; links within a sentence are its words. */
const smallTargets = `[...document.querySelectorAll('main button, main input, main select, main textarea, main [role=option], main summary, .office-nav a, .office-queue, .office-mode')]
  .map((one) => one.closest('label') ?? one).filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 23.5 || height < 23.5).map(([html, { width, height }]) => html + ' ' + width + 'x' + height)`;

describe.each([
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const)('in $language and $theme', (look) => {
  test('the office is accessible in every part', {
    timeout: 240_000,
  }, async () => {
    const visitor = await openPage(browser, home.url, look);
    const { page, complaints, context } = visitor;
    await watchLayout(page);
    await signInBySession(visitor, home);
    for (const [path, open] of states) {
      await page.goto(path);
      await page.locator('.office h2').first().waitFor();
      await settled(page);
      await open(page);
      expect(await seriousViolations(page), path).toEqual([]);
      expect(await page.evaluate(smallTargets), path).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(excess), `${path} on a phone`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 900 });
      const faults = path.startsWith('/office/new-topic') ? await layoutFaults(page, path) : [];
      expect(faults, faults.join('\n')).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
