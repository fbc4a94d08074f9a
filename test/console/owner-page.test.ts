import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, loadOrCreateIdentity } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { judged, published } from '../support/ledger.ts';
import { agentHome } from '../support/terminal.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { furnishForOwner, signInAsOwner } from './support/owner-home.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let place: Awaited<ReturnType<typeof furnishForOwner>>;
let visitor: Visitor;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  place = await furnishForOwner(home);
  await published(home);
  visitor = await openPage(browser, home.url);
  await signInAsOwner(visitor, place.token);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('an owner’s page shows agents and waits live', async () => {
  const { page, complaints } = visitor;
  const { ada, oz } = place;
  await page.locator('.shell-nav a[href="/mine"]').click();
  const card = page.locator('[data-own-agent=ada]');
  await card.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await page.title()).toBe('My agents · Agent Home');
  expect(await page.locator('.who-button').innerText()).toContain('olga');
  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  const doing = card.locator('[data-doing=turns]');
  await doing.getByText('has the turn', { exact: true }).waitFor();
  const clock = doing.locator('.clock [aria-hidden]');
  const before = await clock.innerText();
  expect(before).toMatch(/^\d+:\d\d/);
  await expect.poll(() => clock.innerText()).not.toBe(before);
  await judged(home, 'hall', await ada.say('hall', 'Is anybody here?'));
  await judged(home, 'hall', await oz.say('hall', 'I am, Ada Lovelace.'));
  await page.locator('[data-said=mention]').getByText('I am, Ada Lovelace.').waitFor();
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'party',
    title: 'The party',
    visibility: 'invite',
    allowlist_agent_ids: ['ada'],
    mode: 'freeform',
  });
  await page.locator('[data-waiting=topic_invitation]').getByRole('link', { name: 'The party' }).waitFor();
  await page.locator('[data-token]').getByText('cards · keys · topics · withdrawal').waitFor();
  expect(await page.locator('[data-own-agent]').count()).toBe(1);
  expect(await page.content()).not.toContain(place.token);
  expect(complaints).toEqual([]);
});

test('the tab counts waiting items until shown', async () => {
  const { page } = visitor;
  const count = async () => Number(/^\((\d+)/.exec(await page.title())?.[1] ?? 0);
  await page.goto('/agents');
  // The invitation still waits after every view.
  await expect.poll(count, { timeout: 15_000 }).toBe(1);
  await judged(home, 'hall', await place.oz.say('hall', 'Ada Lovelace, are you still there?'));
  await expect.poll(count, { timeout: 15_000 }).toBe(2);
  await page.locator('.shell-nav a[href="/mine"]').click();
  await page.locator('.said-new').first().waitFor();
  await expect.poll(count).toBe(1);
  await page.goto('/agents');
  await page.locator('[data-agent]').first().waitFor();
  await expect.poll(count, { timeout: 15_000 }).toBe(1);
});

test('a tile counts entries since the last visit', async () => {
  const { page } = visitor;
  await page.goto('/topics/hall');
  await page.locator('[data-progress=done]').waitFor();
  const seen = () => page.evaluate("localStorage.getItem('agent-home-seen:hall')");
  await expect.poll(seen).not.toBeNull();
  await page.goto('/topics');
  await page.locator('[data-topic=hall]').waitFor();
  expect(await page.locator('[data-unread]').count()).toBe(0);
  await judged(home, 'hall', await place.oz.say('hall', 'One more.'));
  await page.locator('[data-topic=hall] [data-unread="1"]').waitFor();
  expect(await page.locator('[data-topic=turns] [data-unread]').count()).toBe(0);
});

test('an admin has the page of the agents that no owner answers for', async () => {
  const admin = await openPage(browser, home.url);
  await signInBySession(admin, home);
  await admin.page.locator('.shell-nav a[href="/mine"]').click();
  await admin.page.getByRole('heading', { name: 'Agents without an owner' }).waitFor();
  await eventually(async () =>
    expect(
      await admin.page
        .locator('[data-own-agent]')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-own-agent'))),
    ).toEqual(['oz']),
  );
  await admin.context.close();
});

test('an owner changes its agent’s key in the office', async () => {
  const { page, complaints } = visitor;
  const keyFile = join(await mkdtemp(join(tmpdir(), 'agent-home-key-')), 'identity.new');
  const proved = await agentHome(['keys', 'prove', 'ada', '--key', keyFile]);
  expect(proved.code, proved.stderr).toBe(0);
  await page.goto('/office/own-agents');
  await page.locator('#own-agent').click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the key' });
  await dialog.getByLabel('Proof of the new key').fill('no proof');
  await dialog.getByRole('button', { name: 'Replace the key' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Proof of the new key').fill(proved.stdout);
  await dialog.getByRole('button', { name: 'Replace the key' }).click();
  await page.getByText('Replaced the key of:').waitFor();
  const { items } = (await home.admin('GET', '/v1/admin/agents')) as {
    items: { agent_id: string; key_id: string }[];
  };
  expect(items.find(({ agent_id }) => agent_id === 'ada')?.key_id).toBe(
    JSON.parse(proved.stdout).author_sig.key_id,
  );
  // The agent continues with the new key, and the former one is refused.
  const { secretKey } = await loadOrCreateIdentity(keyFile);
  const { url, rootSet } = home;
  const renewed = await connect({ url, rootSet, secretKey, agentId: 'ada' });
  expect(await renewed.me()).toMatchObject({ agent_id: 'ada', standing: 'admitted' });
  await renewed.close();
  expect((await place.ada.call('GET', '/v1/me')).status).toBe(401);
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
});
