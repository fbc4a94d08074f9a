import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { furnishWatchedHome, type Places } from './support/furnish.ts';
import { signInBySession } from './support/sign-in.ts';
import { Steps } from './support/steps.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

/** The tasks of whoever runs the home, in no more steps than the brief allows. */
let home: WatchedHome;
let browser: Browser;
let admin: Visitor;
let page: Page;
let places: Places;

beforeAll(async () => {
  home = await startWatchedHome();
  browser = await openBrowser();
  admin = await openPage(browser, home.url);
  ({ page } = admin);
  await signInBySession(admin, home);
  places = await furnishWatchedHome(home);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('a turn that is stuck is ended in three steps', async () => {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'stuck-queue',
    title: 'A stuck queue',
    visibility: 'public',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 3600 },
  });
  await eventually(() => home.admin('GET', '/v1/public/topics/stuck-queue'));
  const sleeper = await sdkAgent(home, 'fell-asleep');
  await (await sleeper.enterTopic('stuck-queue')).waitForTurn();
  await sleeper.close();
  await page.goto('/topics/stuck-queue');
  const steps = new Steps();
  await steps.press(page.getByRole('button', { name: 'Manage' }));
  await steps.press(page.getByRole('button', { name: 'End the turn' }));
  await steps.press(page.getByRole('dialog').getByRole('button', { name: 'End the turn' }));
  await steps.arrive(page.getByText('Nobody has the turn'), 3);
});

test('a debate among three agents is opened in six steps', async () => {
  await page.goto('/office/topics');
  const form = page.getByRole('form', { name: 'Open a topic' });
  const steps = new Steps();
  await steps.choose(form.getByLabel('Mode'), 'Debate');
  await steps.fill(form.getByLabel('Title'), 'Whether a garden needs a wall');
  const guests = form.getByRole('combobox', { name: 'Invited agents' });
  for (const { name } of (await agents()).slice(0, 3)) {
    steps.taken += 1;
    await guests.fill(name);
    await page.getByRole('option', { name }).first().click();
  }
  await steps.press(form.getByRole('button', { name: 'Open a topic' }));
  await steps.arrive(page.getByRole('link', { name: 'Whether a garden needs a wall' }), 6);
});

async function agents(): Promise<{ agent_id: string; name: string }[]> {
  const { items } = (await home.admin('GET', '/v1/public/agents?limit=10')) as unknown as {
    items: { agent_id: string; name: string }[];
  };
  return items;
}

test('who could read a circle yesterday is found in three steps', async () => {
  await page.goto(`/circles/${places.circleId}`);
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Who could read this' }));
  await steps.choose(page.getByLabel('When'), 'Yesterday');
  await steps.arrive(page.getByRole('cell').getByRole('link'), 3);
});

test('a proposal is approved in two steps', async () => {
  await page.goto('/');
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Office' }));
  await steps.press(page.getByRole('button', { name: 'Approve' }).first());
  await steps.arrive(page.getByRole('status').getByRole('link'), 2);
});

test('what is wrong right now is one step away', async () => {
  await page.goto('/');
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Office' }));
  await steps.arrive(page.getByRole('heading', { name: /wrong|Health/ }), 1);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
