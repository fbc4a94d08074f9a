import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageFiles } from '../../apps/cli/src/agents/runs-page/page-files.ts';
import { type RunsPage, startRunsPage } from '../../apps/cli/src/agents/runs-page/start-runs-page.ts';
import { storeLines } from '../../apps/cli/src/testing/copied-runs.ts';
import { median } from '../performance/bench/measure.ts';
import { linesOf } from '../support/sealed-run.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { sealLongRun } from './support/long-run.ts';
import { countLongTasks, scrollThrough } from './support/watch-frames.ts';

const records = 20_000;
/** Most list items that a screen and the space around it hold. */
const mostInView = 120;

let browser: Browser;
let served: RunsPage;

beforeAll(async () => {
  browser = await openBrowser();
  const store = new FileRunStore(mkdtempSync(join(tmpdir(), 'long-run-')));
  await storeLines(store, 'run_long', linesOf(sealLongRun('run_long', 'ada', records)));
  await storeLines(store, 'run_short', linesOf(sealLongRun('run_short', 'ada', 60)));
  served = await startRunsPage({
    ...{ store, port: 0, files: readPageFiles() },
    onLink: () => undefined,
    onError: (error) => console.error(error),
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Returns the milliseconds from the navigation to the first item, and the median gap between frames while scrolling. */
async function measure(page: Page, address: string, item: string) {
  await page.goto(`${address}#/runs`);
  await page.locator('.runs-list a').first().waitFor();
  const started = performance.now();
  await page.evaluate(`location.hash = ${JSON.stringify(`#/runs/${item}`)}`);
  await page.locator('main section ol > li').first().waitFor();
  const opened = performance.now() - started;
  const { gaps, longTasks } = await scrollThrough(page, 'html', 300);
  return { opened: Math.round(opened), gap: median(gaps), longTasks };
}

// Retries if other load on this machine took the time.
test('a run of 20,000 records opens and scrolls as a short one does', {
  timeout: 240_000,
  retry: 2,
}, async () => {
  const { page, complaints, context } = await openPage(browser, served.link());
  await countLongTasks(page);
  await page.goto(served.link());
  await page.locator('.runs-list a').first().waitFor();
  const [address = ''] = page.url().split('#');
  const found: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const tab of ['conversation', 'timeline', 'records']) {
    const floor = await measure(page, address, `run_short/${tab}`);
    const long = await measure(page, address, `run_long/${tab}`);
    Object.assign(found, { [`short ${tab}`]: floor, [`long ${tab}`]: long });
    // Frames are late only as often as in a list of a few items, measured on the same machine a moment ago.
    expect(long.gap, tab).toBeLessThan(floor.gap * 2);
    expect(await page.locator('main section ol > li').count(), tab).toBeLessThan(mostInView);
    // The end of the list is there without the pages between.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator('main section ol > li').last().waitFor();
    expect(await seriousViolations(page), tab).toEqual([]);
  }
  console.log(JSON.stringify(found));
  await expect.poll(() => page.locator('.record-summary').last().innerText()).toContain(`${records - 1} `);
  const [last] = await page
    .locator('main section ol > li')
    .evaluateAll((items: { ariaPosInSet: string | null }[]) =>
      items.map((one) => one.ariaPosInSet).slice(-1),
    );
  expect(last).toBe(`${records}`);
  expect(complaints).toEqual([]);
  await context.close();
});
