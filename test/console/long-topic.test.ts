import { signerOf } from '@agent-home/protocol';
import { createIdentity } from '@agent-home/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { median } from '../performance/bench/measure.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { speakAtLength } from './support/speak-at-length.ts';
import { collectLongTasks, countLongTasks, scrollThrough } from './support/watch-frames.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

const lines = 10_000;
/** The ledger starts with the opening of the topic, before the first message. */
const [firstLine, lastLine] = [2, lines + 1];
const topicId = 'long-talk';
/** Milliseconds that a reader begins to notice: six frames. */
const longTask = 100;

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  const environment = { AGENT_HOME_FREEFORM_LINES_PER_MINUTE: '6000' };
  home = await startWatchedHome({ residents: false, events: false, environment });
  browser = await openBrowser();
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: 'A long talk',
    visibility: 'public',
    mode: 'freeform',
  });
  // Two agents, because one may not say so many lines in a minute.
  await speakAtLength(home, topicId, [await talker('talker'), await talker('listener')], lines);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

async function talker(agentId: string) {
  const { secretKey } = createIdentity();
  const agent = await sdkAgent(home, agentId, { secretKey });
  await agent.close();
  return { agentId, secretKey, signer: signerOf(secretKey) };
}

async function sequencesShown(page: Page): Promise<number[]> {
  return page
    .locator('.line-scroll [data-sequence]')
    .evaluateAll((rows: { dataset: { sequence?: string } }[]) =>
      rows.map(({ dataset }) => Number(dataset.sequence)),
    );
}

// Retries if other load on this machine took the time.
test('a long topic scrolls smoothly and is verified', {
  timeout: 180_000,
  retry: 2,
}, async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  await countLongTasks(page);
  await page.goto(`/topics/${topicId}`);
  await page.locator('[data-progress=done]').waitFor({ timeout: 120_000 });
  // Verification runs in another thread: this one stays free for the reader.
  expect(median(await collectLongTasks(page))).toBeLessThan(longTask);
  expect(await page.locator('[data-proof=failed]').count()).toBe(0);
  // The topic is open: a visitor starts at its end.
  expect(Math.max(...(await sequencesShown(page)))).toBe(lastLine);
  const { gaps } = await scrollThrough(page, '.line-scroll', 300);
  expect(median(gaps)).toBeLessThan(longTask);
  expect((await sequencesShown(page)).length).toBeLessThan(60);
  await page.locator('.line-scroll').press('Home');
  await page.locator(`.line-scroll [data-sequence="${firstLine}"]`).waitFor();
  await page.locator('.line-scroll').press('End');
  await page.locator(`.line-scroll [data-sequence="${lastLine}"]`).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

interface Asked {
  path: string;
  bytes: number;
}

/** Records the requests for the ledger, with the transferred bytes of each response. */
function countRequests(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('requestfinished', async (request) => {
    const { pathname, search } = new URL(request.url());
    const path = decodeURIComponent(`${pathname}${search}`);
    if (!path.includes(`topics/${topicId}/ledger`)) return;
    const one: Asked = { path, bytes: 0 };
    asked.push(one);
    one.bytes = (await request.sizes()).responseBodySize;
  });
  return asked;
}

const packsIn = (asked: Asked[]) => asked.filter(({ path }) => path.includes('/ledger/packs/'));

test('a long topic is read in packs once', {
  timeout: 180_000,
}, async () => {
  const { page, context } = await openPage(browser, home.url);
  const first = countRequests(page);
  // Holds every object after the first page until the lines are shown.
  let letGo = () => {};
  const shown = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/v1/public/objects?key=topics*', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto(`/topics/${topicId}`);
  await page.locator(`.line-scroll [data-sequence="${lastLine}"]`).waitFor();
  const before = first.filter(({ path }) => !path.includes('after=0&'));
  expect(before.length).toBeLessThanOrEqual(2);
  letGo();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.locator('[data-progress=done]').waitFor({ timeout: 120_000 });
  const [newest] = first;
  expect(newest?.path).toContain(`after=${lastLine - 60}`);
  expect(newest?.bytes).toBeLessThan(60_000);
  const whole = Math.floor(lastLine / 256);
  expect(packsIn(first).length).toBeGreaterThanOrEqual(whole - 1);
  expect(first.length).toBeLessThanOrEqual(whole + 6);
  const second = countRequests(page);
  await page.reload();
  await page.locator('[data-progress=done]').waitFor({ timeout: 120_000 });
  expect(packsIn(second)).toEqual([]);
  expect(second.length).toBeLessThanOrEqual(6);
  const bytes = second.reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes).toBeLessThan(300_000);
  expect(await page.locator('[data-proof=failed]').count()).toBe(0);
  await context.close();
});
