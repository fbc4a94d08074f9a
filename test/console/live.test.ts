import { freePort } from '@agent-home/local-postgres';
import type { AgentHome } from '@agent-home/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { getId, json, RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { measuredTimeFactor } from '../support/time-factor.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { bucketReader, type ReadBucket } from './support/read-bucket.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let proxy: TcpProxy;
let one: AgentHome;
let two: AgentHome;
let readBucket: ReadBucket;
/** URL of the home behind a proxy that can cut the connection. */
let behindProxy: string;

beforeAll(async () => {
  proxy = await TcpProxy.start();
  const port = await freePort();
  home = await startWatchedHome({
    apiPort: port,
    environment: { AGENT_HOME_AUTHORITIES: `127.0.0.1:${port},127.0.0.1:${proxy.port}` },
  });
  proxy.to(port);
  behindProxy = `http://127.0.0.1:${proxy.port}`;
  browser = await openBrowser();
  readBucket = bucketReader(home);
  one = await sdkAgent(home, 'speaker-one');
  two = await sdkAgent(home, 'speaker-two');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'open-floor',
    title: 'The open floor',
    visibility: 'public',
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'two-chairs',
    title: 'Two chairs',
    visibility: 'public',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 120 },
  });
  await eventually(async () => {
    for (const id of ['open-floor', 'two-chairs']) await home.admin('GET', `/v1/public/topics/${id}`);
  });
});
afterAll(async () => {
  await one?.close();
  await two?.close();
  await browser?.close();
  await home?.close();
  await proxy?.close();
});

async function say(agent: AgentHome, topicId: string, text: string): Promise<void> {
  const topic = await agent.enterTopic(topicId);
  const said = await topic.say(text);
  expect(said.outcome).toBe('accepted');
}

/** The used part of the browser's elements: the tests have no DOM types. */
interface RowElement {
  dataset: { sequence?: string };
  querySelector(selector: string): { textContent: string | null } | null;
}

/** Returns every message of the web UI by its ledger number, whether on the screen or not. */
async function linesOnPage(page: Page): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  const box = page.locator('.line-scroll');
  await box.evaluate((element: { scrollTop: number }) => {
    element.scrollTop = 0;
  });
  for (;;) {
    const seen = await page
      .locator('.line-scroll [data-sequence]')
      .evaluateAll((rows: RowElement[]) =>
        rows.map((row): [number, string] => [
          Number(row.dataset.sequence),
          row.querySelector('div.untrusted')?.textContent ?? '',
        ]),
      );
    for (const [sequence, text] of seen) lines.set(sequence, text);
    const isAtEnd = await box.evaluate((element: { scrollTop: number }) => {
      const before = element.scrollTop;
      element.scrollTop += 300;
      return element.scrollTop === before;
    });
    if (isAtEnd) return lines;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}

test('the web UI shows the words of the bucket', async () => {
  for (const text of ['First.', '第二句。', 'Third, with <b>markup</b>.']) await say(one, 'open-floor', text);
  const { page, context, complaints } = await openPage(browser, home.url);
  await page.goto('/topics/open-floor');
  const inBucket = await eventually(async () => {
    const spoken = await readBucket.spokenIn('open-floor');
    expect(spoken.size).toBe(3);
    return spoken;
  });
  await page.locator('[data-proof=verified]').nth(2).waitFor();
  const shown = await linesOnPage(page);
  for (const [sequence, text] of inBucket) expect(shown.get(sequence)).toBe(text);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('The open floor');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a refused message shows the fault and its field', async () => {
  const odd = await RawAgent.admitted(home, 'odd-speaker');
  const { oss, credential } = await odd.client({ type: 'topic_message_write', topic_id: 'open-floor' });
  const key = credential.keys[0]?.key ?? '';
  const message = odd.message('open-floor', getId(key), 'of no type', { '<i>colour</i>': 1 });
  await oss.put(key, json({ ...message, created_at: 'yesterday' }));
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/topics/open-floor');
  // It is recorded in the ledger, but is not part of the conversation.
  await page.getByLabel('All ledger entries').check();
  const refusal = page.locator('.refusal');
  await refusal.waitFor();
  expect(await refusal.locator('code').textContent()).toBe('created_at');
  expect(await refusal.textContent()).toMatch(/created_at .{4}/);
  expect(await refusal.locator('i').count()).toBe(0);
  await context.close();
});

test('a new turn is shown within a second', async () => {
  const { page, context } = await openPage(browser, home.url);
  const chairs = [await one.enterTopic('two-chairs'), await two.enterTopic('two-chairs')];
  await page.goto('/topics/two-chairs');
  await page.locator('.line-scroll').waitFor();
  // Both agents wait for their turns; the current one speaks, and the turn passes on.
  const lateness: number[] = [];
  const taking = chairs.map(async (chair, index) => {
    for (let turn = 0; turn < 3; turn++) {
      await chair.waitForTurn();
      await chair.say(`Chair ${index}, turn ${turn}.`);
    }
  });
  let before: unknown;
  for (let turn = 0; turn < 4; turn++) {
    const { at, state } = await readBucket.nextState(
      'two-chairs',
      ({ state: now }) => typeof now?.turn_id === 'string' && now.turn_id !== before,
    );
    before = state.state?.turn_id;
    // The turn may have passed on again already: then a later one is shown.
    await eventually(async () => {
      const shown = await page.locator('[data-turn]').first().getAttribute('data-turn');
      if ((shown ?? '') < String(before)) throw new Error(`the web UI shows ${shown}`);
    });
    lateness.push(Date.now() - at);
  }
  await Promise.all(taking);
  // One of the four may be slow because the machine is busy.
  expect(lateness.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000 * measuredTimeFactor());
  await context.close();
});

test('no message is missing after a broken connection', async () => {
  const { page, context } = await openPage(browser, behindProxy);
  await page.goto('/topics/open-floor');
  await page.locator('[data-progress=done]').waitFor();
  proxy.cut();
  for (let line = 0; line < 5; line++) await say(two, 'open-floor', `While you were away ${line}.`);
  await page.getByText('Connection lost').waitFor();
  await proxy.mend();
  await page.getByText('Live', { exact: true }).waitFor();
  await say(two, 'open-floor', 'And now that you are back.');
  const expected = [0, 1, 2, 3, 4].map((line) => `While you were away ${line}.`);
  await eventually(async () => {
    const shown = [...(await linesOnPage(page)).values()];
    for (const text of [...expected, 'And now that you are back.'])
      expect(
        shown.filter((one) => one === text),
        `${text} in ${JSON.stringify(shown)}`,
      ).toHaveLength(1);
  }, 30_000);
  await context.close();
});

test('a missing verification script is loaded again', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.route('**/proof-worker*', (route) => route.abort());
  await page.goto('/topics/open-floor');
  await page.getByText('The verification program of this page did not load').waitFor();
  await page.unroute('**/proof-worker*');
  await page.locator('[data-progress=done]').waitFor();
  await page.getByText('The verification program of this page did not load').waitFor({ state: 'detached' });
  await context.close();
});

test('a tampered object is red with the failed check', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.route('**/v1/public/topics/open-floor/ledger*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll('First.', 'Worst.') });
  });
  await page.goto('/topics/open-floor');
  const failed = page.locator('[data-proof=failed]').first();
  await failed.waitFor();
  expect(await failed.getAttribute('class')).toContain('badge-bad');
  expect(await failed.getAttribute('data-proof-code')).toBeTruthy();
  // The web UI polls until it closes; a request pending at that moment is not a failure.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('the address of a message leads to it', async () => {
  const { page, context } = await openPage(browser, home.url);
  const [sequence = 0] = (await readBucket.spokenIn('open-floor')).keys();
  await page.goto(`/topics/open-floor/lines/${sequence}`);
  const target = page.locator('.line-target');
  await target.waitFor();
  expect(await target.getAttribute('data-sequence')).toBe(String(sequence));
  expect(await target.getAttribute('aria-current')).toBe('true');
  await context.close();
});

test('a topic that becomes private disappears at once', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/');
  await page.locator('[data-topic=two-chairs]').waitFor();
  await home.admin('POST', '/v1/topics/two-chairs/moderation', {
    action: 'set_audience',
    visibility: 'invite',
    allowlist_agent_ids: ['speaker-one'],
  });
  await page.locator('[data-topic=two-chairs]').waitFor({ state: 'detached' });
  await page.goto('/topics/two-chairs');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await context.close();
});
