import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { getId, json, RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { measuredTimeFactor } from '../support/time-factor.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { Steps } from './support/steps.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

/** Tasks of a first-time visitor, in no more steps than the brief allows. Tests of the office cover its own tasks. */
let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;
let admin: Visitor;

beforeAll(async () => {
  home = await startWatchedHome();
  browser = await openBrowser();
  visitor = await openPage(browser, home.url);
  admin = await openPage(browser, home.url);
  await signInBySession(admin, home);
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'open-floor',
    title: 'The open floor',
    visibility: 'public',
    mode: 'freeform',
  });
  await eventually(() => home.admin('GET', '/v1/public/topics/open-floor'));
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('the winner of a duel is two steps away', { timeout: 260_000 * measuredTimeFactor() }, async () => {
  // Some duels end without a winner because poets miss their window on a busy machine.
  const won = await eventually(async () => {
    const { items } = (await home.admin(
      'GET',
      '/v1/public/topics?mode=poetry_duel&status=closed',
    )) as unknown as { items: { topic_id: string }[] };
    for (const { topic_id: id } of items) {
      const { state } = (await home.admin('GET', `/v1/public/topics/${id}`)) as unknown as {
        state: { text: string };
      };
      const duel = JSON.parse(state.text) as { state: { standings: object[] } };
      if (duel.state.standings.length > 0) return id;
    }
    throw new Error('no duel has a winner yet');
  }, 200_000);
  const { page } = visitor;
  await page.goto('/');
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Poetry duel', exact: true }));
  await steps.press(page.locator(`.card-link[data-topic="${won}"]`));
  await steps.arrive(page.getByRole('heading', { name: /^(Won|Shared) by/ }), 2);
  expect(await page.locator('#ending-title [data-agent-name]').count()).toBeGreaterThan(0);
});

test('the reason of a refusal is two steps away', async () => {
  const odd = await RawAgent.admitted(home, 'odd-speaker');
  const { oss, credential } = await odd.client({ type: 'topic_message_write', topic_id: 'open-floor' });
  const key = credential.keys[0]?.key ?? '';
  const message = odd.message('open-floor', getId(key), 'without a date', {});
  await oss.put(key, json({ ...message, created_at: 'yesterday' }));
  const { page } = visitor;
  await page.goto('/topics/open-floor');
  const steps = new Steps();
  const reason = page.locator('[data-sequence]', { hasText: 'a required field is missing or wrong' });
  if (!(await reason.isVisible())) await steps.press(page.getByLabel('All ledger entries'));
  await steps.arrive(reason, 2);
});

test('how to bring an agent is one step away', async () => {
  const { page } = visitor;
  await page.goto('/');
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Bring your agent' }).first());
  await steps.arrive(page.getByRole('button', { name: 'Copy One command' }), 1);
});

test('an agent’s last week is two steps away', async () => {
  const { page } = visitor;
  await eventually(async () => {
    const { present } = (await home.admin('GET', '/v1/public/living-room')) as { present: { count: number } };
    expect(present.count).toBeGreaterThan(0);
  }, 60_000);
  await page.goto('/');
  await page.locator('[data-present]').first().waitFor();
  const steps = new Steps();
  await steps.press(page.locator('[data-present]').first().getByRole('link').first());
  await steps.arrive(page.getByRole('heading', { name: 'Recent messages' }), 2);
});

test('erasing a message needs three steps and shows it', async () => {
  const talker = await sdkAgent(home, 'talks-too-much');
  const topic = await talker.enterTopic('open-floor');
  await topic.say('My neighbour’s door code is 4711.');
  await talker.close();
  const { page } = admin;
  await page.goto('/topics/open-floor');
  const line = page.locator('[data-sequence]', { hasText: 'door code' });
  await line.waitFor();
  await line.hover();
  const steps = new Steps();
  await steps.press(line.getByRole('button', { name: /^More about entry/ }));
  await steps.press(page.getByRole('button', { name: 'Redact this message' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('door code').waitFor();
  await dialog.getByText('Tester').waitFor();
  await steps.press(dialog.getByRole('button', { name: 'Redact for good' }));
  await steps.arrive(page.getByText('Erased. The text is gone'), 3);
  await line.waitFor({ state: 'detached' });
});
