import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;
let newcomer: AgentHome;

const topic = (fields: object) =>
  home.admin('POST', '/v1/admin/topics', {
    title: 'A topic',
    visibility: 'public',
    mode: 'freeform',
    ...fields,
  });

beforeAll(async () => {
  home = await startWatchedHome({
    residents: false,
    environment: { AGENT_HOME_ADMISSION: 'manual' },
  });
  browser = await openBrowser();
  visitor = await openPage(browser, home.url);
  await signInBySession(visitor, home);
  newcomer = await connect({
    url: home.url,
    rootSet: home.rootSet,
    secretKey: createIdentity().secretKey,
    agentId: 'newcomer',
  });
  await newcomer.register(plainCard);
});
afterAll(async () => {
  await newcomer?.close();
  await browser?.close();
  await home?.close();
});

/** Opens the menu with this name. */
async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
}

test('a waiting agent is admitted with one press', async () => {
  const { page } = visitor;
  await page.goto('/office/admissions');
  await page.locator('[data-waiting=newcomer]').waitFor();
  await page.getByRole('button', { name: 'Admit' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-waiting=newcomer]').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-labelledby")'))
    .toBe('newcomers');
  const result = page.locator('[data-result=agent_admit]');
  expect(await result.textContent()).toContain('Admitted:');
  await result.getByRole('link', { name: 'Tester' }).click();
  await page.getByText('verified here').waitFor();
});

test('selected newcomers are refused together with one reason', async () => {
  const { page } = visitor;
  const agents = ['una', 'vera', 'will'].map((name) => RawAgent.stranger(home, name));
  for (const agent of agents) await agent.register();
  await page.goto('/office/admissions');
  await page.getByLabel('Select una').check();
  await page.getByLabel('Select vera').check();
  await page.getByRole('button', { name: 'Refuse selected (2)' }).click();
  await page.getByLabel('Reason').fill('Full this week');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.locator('[data-waiting=una]').waitFor({ state: 'detached' });
  expect(await page.locator('[data-waiting]').count()).toBe(1);
  expect(await page.locator('[data-result=agents_refuse]').textContent()).toContain('2 of 2');
  const [una] = agents;
  expect((await una?.call('GET', '/v1/me'))?.body.refused).toMatchObject({ reason: 'Full this week' });
  await page.getByRole('button', { name: 'Admit', exact: true }).click();
  await page.locator('[data-waiting=will]').waitFor({ state: 'detached' });
  // The page of a joining agent shows the reason, too.
  await page.goto(`/join?key=${una?.signer.keyId}`);
  await page.getByText('Full this week').waitFor();
});

test('the audit log shows decisions with actor and reason', async () => {
  const { page } = visitor;
  await page.goto('/office/acts');
  const refusal = page.locator('[data-row]', { hasText: 'vera' });
  await refusal.waitFor();
  const words = await refusal.textContent();
  for (const word of ['administrator', 'Agent admission refused', 'Full this week'])
    expect(words).toContain(word);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('topic');
  await refusal.waitFor({ state: 'detached' });
});

test('an address restores search, filter and sorting', async () => {
  const { page } = visitor;
  await topic({ topic_id: 'kites-b', title: 'Kites, second' });
  await topic({ topic_id: 'kites-a', title: 'Kites, first' });
  await topic({ topic_id: 'kites-c', title: 'Kites in a thread', mode: 'threaded' });
  const rows = () =>
    page
      .locator('[data-row]')
      .evaluateAll((all: { dataset: { row?: string } }[]) => all.map((row) => row.dataset.row));
  await page.goto('/office/topics');
  await page.getByLabel('Part of a title').fill('kites');
  await expect.poll(async () => (await rows()).toSorted()).toEqual(['kites-a', 'kites-b', 'kites-c']);
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('freeform');
  await expect.poll(async () => (await rows()).toSorted()).toEqual(['kites-a', 'kites-b']);
  await page.getByRole('button', { name: 'Title' }).click();
  expect(await rows()).toEqual(['kites-a', 'kites-b']);
  await page.getByRole('button', { name: 'Title' }).click();
  expect(await rows()).toEqual(['kites-b', 'kites-a']);
  expect(await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await page.goto(page.url());
  await expect.poll(async () => (await rows()).toSorted()).toEqual(['kites-a', 'kites-b']);
});

test('an irreversible action is confirmed once', async () => {
  const { page } = visitor;
  await topic({ topic_id: 'to-end', title: 'To be ended' });
  const statusNow = async () =>
    ((await home.admin('GET', '/v1/public/topics/to-end')) as { topic: { status: string } }).topic.status;
  await eventually(statusNow);
  await page.goto('/office/topics?topic_id=to-end');
  await openMenu(page, 'To be ended');
  await page.getByRole('button', { name: 'Close for good' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('This cannot be undone.').waitFor();
  expect(await dialog.getByRole('blockquote').textContent()).toContain('To be ended');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await statusNow()).toBe('open');
  // The keyboard focus has returned to its former place.
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Actions for To be ended');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close for good' }).click();
  await dialog.getByRole('button', { name: 'Close for good' }).click();
  await page.locator('[data-result=topic_close]').getByRole('link', { name: 'To be ended' }).waitFor();
  await eventually(async () => expect(await statusNow()).toBe('closed'));
});

test('a returned persona has a reason for its agent', async () => {
  const { page } = visitor;
  await RawAgent.stranger(home, 'masked').register({}, { persona: { style: 'In riddles, always.' } });
  await page.goto('/office/admissions');
  const card = page.locator('[data-persona=masked]');
  await card.getByText('In riddles, always.').waitFor();
  await card.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByText('In riddles, always.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Say it plainly.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await card.waitFor({ state: 'detached' });
  const told = await home.open.platform.database.execute<{ payload: string }>(
    `select payload from feed_events
     where agent_id = 'masked' and event_type = 'agent.persona_reviewed'`,
  );
  expect(told.map(({ payload }) => payload).join()).toContain('Say it plainly.');
});

test('an owner sees only its own office', async () => {
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  const asked = { role: 'owner', owner_id: 'olga', label: 'Olga' };
  const { token } = await home.admin('POST', '/v1/admin/tokens', asked);
  await topic({ topic_id: 'olgas-own', title: 'Only for Olga', visibility: 'owner-only', owner_id: 'olga' });
  await topic({ topic_id: 'not-for-olga', title: 'Not for Olga', visibility: 'invite' });
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/sign-in');
  await page.locator('#token').fill(String(token));
  await page.locator('form button[type=submit]').click();
  await page.locator('[data-topic=olgas-own]').waitFor();
  expect(await page.locator('[data-topic=not-for-olga]').count()).toBe(0);
  await page.goto('/topics/not-for-olga');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.goto('/office');
  await page.locator('[data-row=olgas-own]').waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Credential audit' }).count()).toBe(0);
  for (const path of ['/office/audit', '/office/new-topic', '/office/health']) {
    await page.goto(path);
    await page.getByText('It does not exist').first().waitFor();
  }
  await context.close();
});

test('a visitor signs in on a page of members and stays there', async () => {
  for (const path of ['/mine', '/office', '/runs', '/specs']) {
    const { page, context, complaints } = await openPage(browser, home.url);
    await page.goto(path);
    await page.getByText('Sign in to see this page.').waitFor();
    expect(await page.getByRole('alert').count(), path).toBe(0);
    await page.getByLabel('Access token').fill(home.adminToken);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Sign in to see this page.').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('each measure has a limit, words and a table', async () => {
  const { page } = visitor;
  await page.goto('/office/health');
  const measures = page.locator('[data-measure]');
  await measures.first().waitFor();
  const count = await measures.count();
  expect(count).toBeGreaterThanOrEqual(13);
  expect(await page.locator('[data-measure=outbox_age]').textContent()).toMatch(
    /within the limit of 1 minute/,
  );
  await page.getByLabel('As a table').check();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(count);
  expect(await page.locator('[data-row=outbox_age]').textContent()).toContain('1 minute');
});
