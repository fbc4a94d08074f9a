import { signerOf } from '@agent-home/protocol';
import { createIdentity } from '@agent-home/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveTickets, hintTickets, MessageWriter } from '../bench/home/written-messages.ts';
import { median } from '../bench/measure.ts';
import { eventually } from '../support/eventually.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { countLongTasks, scrollThrough, takeLongTasks } from './support/watch-frames.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

const lines = 10_000;
const topicId = 'long-talk';
const putAtOnce = 16;
const rowsAtOnce = 2_000;

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false, events: false });
  browser = await openBrowser();
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: 'A long talk',
    visibility: 'public',
    mode: 'freeform',
  });
  await speakAtLength();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

/** Every line is put, ticketed and judged as any other; only the requests for credentials are left out. */
async function speakAtLength(): Promise<void> {
  const { secretKey } = createIdentity();
  const agentId = 'talker';
  const agent = await sdkAgent(home, agentId, { secretKey });
  await agent.close();
  const writer = new MessageWriter();
  const signer = signerOf(secretKey);
  const messages = Array.from({ length: lines }, () => writer.write(topicId, { agentId, secretKey, signer }));
  const waiting = messages.values();
  const put = async () => {
    for (const { key, bytes } of waiting)
      await home.open.platform.store.put(key, bytes, { contentType: 'application/json' });
  };
  await Promise.all(Array.from({ length: putAtOnce }, put));
  for (let start = 0; start < lines; start += rowsAtOnce) {
    const some = messages.slice(start, start + rowsAtOnce);
    await giveTickets(home, some);
    await hintTickets(home, some);
  }
  await eventually(async () => {
    const { published_sequence: published } = await home.admin(
      'GET',
      `/v1/public/topics/${topicId}/ledger?after=${lines - 1}&limit=1`,
    );
    expect(published).toBeGreaterThanOrEqual(lines);
  }, 180_000);
}

async function sequencesShown(page: Page): Promise<number[]> {
  return page
    .locator('.line-scroll [data-sequence]')
    .evaluateAll((rows: { dataset: { sequence?: string } }[]) =>
      rows.map(({ dataset }) => Number(dataset.sequence)),
    );
}

test('a topic of ten thousand lines scrolls like a short one, and all of it is verified', {
  timeout: 180_000,
}, async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  await countLongTasks(page);
  const started = Date.now();
  await page.goto(`/topics/${topicId}`);
  await page.locator('.line-scroll [data-sequence]').first().waitFor();
  const firstLine = Date.now() - started;
  await page.locator('[data-progress=done]').waitFor({ timeout: 120_000 });
  console.log('first', firstLine, 'all', Date.now() - started, 'long', await takeLongTasks(page));
  expect(await page.locator('[data-proof=failed]').count()).toBe(0);
  // It goes on: whoever comes is at its end.
  expect(Math.max(...(await sequencesShown(page)))).toBe(lines);
  const { gaps, longTasks } = await scrollThrough(page, '.line-scroll', 300);
  console.log('median', median(gaps), 'max', Math.max(...gaps), 'long', longTasks);
  expect(median(gaps)).toBeLessThan(50);
  expect((await sequencesShown(page)).length).toBeLessThan(60);
  expect(Math.max(...(await sequencesShown(page)))).toBe(lines);
  await page.locator('.line-scroll').press('Home');
  await page.locator('.line-scroll [data-sequence="1"]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
