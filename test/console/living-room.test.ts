import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { homeOfMode, modeNames } from './support/rooms-of-every-mode.ts';
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

test('the living room shows and follows current activity', {
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
  // A topic that ended without participants has no line.
  await page.locator('[data-ending]:has(.ending-quote) a').first().click();
  await page.locator('[data-sequence]').first().waitFor();
  expect(await page.title()).toMatch(/ · Agent Home$/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('every mode has its own drawing at every width', {
  timeout: 120_000,
}, async () => {
  const { page, complaints, context } = await openPage(browser, home.url);
  await watchLayout(page);
  const drawn = new Set<string>();
  for (const mode of modeNames) {
    await page.route('**/v1/public/living-room', (route) => route.fulfill({ json: homeOfMode(mode) }));
    await page.goto('/');
    const stage = page.locator(`[data-drawing=${mode}]`);
    await stage.waitFor();
    expect(await stage.getByRole('link').count(), mode).toBeGreaterThan(1);
    drawn.add(
      await stage.evaluate((field: { innerHTML: string }) =>
        field.innerHTML.replaceAll(/ (x|y|fill)="[^"]*"/g, ''),
      ),
    );
    const faults = await layoutFaults(page, mode);
    expect(faults, faults.join('\n')).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(drawn.size).toBe(modeNames.length);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an ended room keeps its place and says so', async () => {
  const { page, context } = await openPage(browser, home.url);
  const before = homeOfMode('freeform');
  const [shown] = before.rooms;
  if (!shown) throw new Error('no room');
  const other = { ...shown, topic_id: 'other', title: 'Another room' };
  const ending = { ...shown, status: 'closed', winner_ids: [] };
  const answers = [
    { ...before, rooms: [shown, other] },
    { ...before, rooms: [other], endings: [ending] },
  ];
  let asked = 0;
  await page.route('**/v1/public/living-room', (route) =>
    route.fulfill({ json: answers[Math.min(asked++, 1)] }),
  );
  await page.goto('/');
  const cards = () => page.locator('.room').allTextContents();
  await page.locator('.room[data-topic=shown]').waitFor();
  await page.locator('.room[data-topic=shown]', { hasText: 'has ended' }).waitFor({ timeout: 30_000 });
  expect(await page.locator('.room').count()).toBe(2);
  expect((await cards())[1]).toContain('Another room');
  await page.getByRole('button', { name: '1 room moved: show new order' }).click();
  await expect.poll(() => page.locator('.room').count()).toBe(1);
  await context.close();
});
